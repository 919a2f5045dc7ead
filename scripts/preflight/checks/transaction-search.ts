import { GetTraceSegmentDestinationCommand, XRayClient } from "../../lib/aws/xray";
import { traceStore } from "../../../config/traces/traces";
import type { PreflightCheck } from "../check";

const SOURCE = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Enable-TransactionSearch.html";

/** X-Ray takes OTLP only where the account keeps spans in CloudWatch: a setting of the whole account, which Railyard does not touch. */
export const TRANSACTION_SEARCH: PreflightCheck = {
  id: "traces/transaction-search",
  title: "X-Ray takes traces of OpenTelemetry.",
  actions: ["xray:GetTraceSegmentDestination"],
  run: async ({ environment: { traces, region }, aws }) => {
    if (traceStore(traces)?.kind !== "xray") return [];
    const subject = `Transaction Search in ${region}`;
    const { Destination, Status } = await aws.client(XRayClient).send(new GetTraceSegmentDestinationCommand());
    if (Destination === "CloudWatchLogs" && Status === "ACTIVE") return [{ verdict: "ok", subject, text: "is on" }];
    if (Destination === "CloudWatchLogs" && Status === "PENDING")
      return [
        {
          verdict: "warning",
          subject,
          text: "is being switched on: until it is, X-Ray refuses every span",
          source: SOURCE,
        },
      ];
    if (Destination === "XRay")
      return [
        {
          verdict: "failed",
          subject,
          text: "is off: X-Ray would refuse every span",
          fix: 'Have it switched on for the account, which changes what everybody there pays for traces, or write traces: { to: { kind: "otlp", url: ... } }.',
          source: SOURCE,
        },
      ];
    return [
      {
        verdict: "unknown",
        subject,
        text: `X-Ray answers ${JSON.stringify({ Destination, Status })}, which is known to nobody here`,
        source: SOURCE,
      },
    ];
  },
};
