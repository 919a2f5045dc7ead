import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { text } from "./ec2-arguments";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";

/** What is watched; exactly one is given. */
const WATCHED = [
  "eni_id",
  "regional_nat_gateway_id",
  "subnet_id",
  "transit_gateway_attachment_id",
  "transit_gateway_id",
  "vpc_id",
];

/** Fields of a record where no format is given. */
const FIELDS =
  "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status";

const FLOW_LOG: KindRow = {
  source: [ec2Provider("vpc_flow_log"), ec2Api("CreateFlowLogs")],
  defaults: {
    log_destination_type: "cloud-watch-logs",
    max_aggregation_interval: 600,
    "destination_options.file_format": "plain-text",
    "destination_options.hive_compatible_partitions": false,
    "destination_options.per_hour_partition": false,
  },
  references: [
    { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound" },
    { path: "subnet_id", to: ["aws_subnet", "aws_default_subnet"], missing: "InvalidSubnetID.NotFound" },
    // the same code as for a role that cannot be assumed
    { path: "iam_role_arn", to: ["aws_iam_role"], by: "arn", missing: "InvalidParameter" },
  ],
  refuse: (object, api) => [
    ...refuseTags(object["tags_all"]),
    ...refuseIncomplete(object),
    ...refuseTwice(object, api),
  ],
  create: (_, api) => {
    const id = ec2Id("fl", api);
    return {
      id,
      arn: api.arn("ec2", `vpc-flow-log/${id}`),
      log_destination: "",
      log_format: FIELDS.split(" ")
        .map((field) => `$\{${field}}`)
        .join(" "),
    };
  },
};

function refuseIncomplete(object: Attributes): Refusal[] {
  const transit = ["transit_gateway_id", "transit_gateway_attachment_id"].some((name) => text(object, name) !== null);
  const missing = [
    ...(object["log_destination_type"] === "cloud-watch-logs" ? ["iam_role_arn"] : []),
    ...(transit ? [] : ["traffic_type"]),
  ].filter((name) => text(object, name) === null);
  const refusals = missing.map((name) => ({
    code: "MissingParameter",
    message: `${name} is required for ${name === "traffic_type" ? "what is watched" : "cloud-watch-logs"}`,
    source: ec2Api("CreateFlowLogs"),
  }));
  if (transit && object["max_aggregation_interval"] !== 60)
    refusals.push({
      code: "InvalidParameter",
      message: `max_aggregation_interval ${String(object["max_aggregation_interval"])}; transit gateways have 60`,
      source: ec2Api("CreateFlowLogs"),
    });
  return refusals;
}

/** Several logs of one VPC may be; two that say the same may not. */
function refuseTwice(object: Attributes, api: CloudApi): Refusal[] {
  const same = [...WATCHED, "log_destination", "log_destination_type", "traffic_type", "max_aggregation_interval"];
  return api
    .all("aws_flow_log")
    .filter(({ id }) => id !== object["id"])
    .filter(({ attributes }) => same.every((name) => (attributes[name] ?? null) === (object[name] ?? null)))
    .map(({ id }) => ({
      code: "FlowLogAlreadyExists",
      message: `${id} writes the same to ${text(object, "log_destination")} already`,
      source: EC2_ERRORS,
    }));
}

export const FLOW_LOG_KINDS = knownKinds({ aws_flow_log: FLOW_LOG });
