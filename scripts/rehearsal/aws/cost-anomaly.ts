import type { Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import { textOf } from "../attribute-values";
import type { Attributes } from "../value";
import { uuid } from "./api-ids";

const CODE = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/ce";
const API = "https://docs.aws.amazon.com/aws-cost-management/latest/APIReference";
const MONITOR = `${API}/API_AnomalyMonitor.html`;
const SUBSCRIPTION = `${API}/API_AnomalySubscription.html`;

export const COST_ANOMALY_KINDS = knownKinds({
  aws_ce_anomaly_monitor: {
    source: [`${CODE}/anomaly_monitor.go`, MONITOR],
    json: ["monitor_specification"],
    refuse: refuseMonitor,
    create: (_, api) => {
      const arn = api.globalArn("ce", `anomalymonitor/${uuid(api)}`);
      return { id: arn, arn };
    },
  },
  aws_ce_anomaly_subscription: {
    source: [`${CODE}/anomaly_subscription.go`, SUBSCRIPTION],
    references: [
      { path: "monitor_arn_list", to: ["aws_ce_anomaly_monitor"], by: "arn", missing: "UnknownMonitorException" },
    ],
    refuse: refuseSubscription,
    create: (object, api) => {
      const arn = api.globalArn("ce", `anomalysubscription/${uuid(api)}`);
      return { id: arn, arn, account_id: textOf(object, "account_id") ?? api.account };
    },
  },
});

function refuseMonitor(monitor: Attributes): Refusal[] {
  const kind = textOf(monitor, "monitor_type");
  const key = kind === "CUSTOM" ? "monitor_specification" : "monitor_dimension";
  return (textOf(monitor, key) ?? "") === "" ? [invalid(`monitor_type is ${kind}, which needs ${key}`, MONITOR)] : [];
}

/** A topic is told at once, and an address once a day or a week. */
function refuseSubscription(subscription: Attributes): Refusal[] {
  const frequency = textOf(subscription, "frequency");
  const wanted = frequency === "IMMEDIATE" ? "SNS" : "EMAIL";
  const types = listOf(subscription["subscriber"]).map((one) => textOf(one, "type"));
  return types.every((type) => type === wanted)
    ? []
    : [
        invalid(
          `frequency is ${frequency}, which takes subscribers of type ${wanted}, not ${types.join(", ")}`,
          SUBSCRIPTION,
        ),
      ];
}

const listOf = (value: unknown): Attributes[] => (Array.isArray(value) ? (value as Attributes[]) : []);

const invalid = (message: string, source: string): Refusal => ({ code: "ValidationException", message, source });
