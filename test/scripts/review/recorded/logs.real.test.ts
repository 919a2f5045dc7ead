import { PRODUCTION } from "../../../helpers/recorded-bases";
import { recordedChanges } from "../../../helpers/recorded-changes";

const kept = (retentionDays: number) => ({ logs: { to: { kind: "cloudwatch", retentionDays } } });

describe("a change of logs", () => {
  recordedChanges({ ...PRODUCTION, name: "logged", ...kept(90) }, [
    {
      name: "they are kept for longer",
      config: kept(180),
      verdict: "safe",
      findings: [],
    },
    {
      name: "they are kept for a shorter time",
      config: kept(30),
      verdict: "needs-acknowledgement",
      dangers: ["platform.aws_cloudwatch_log_group.node_logs", "platform.aws_cloudwatch_log_group.pod_logs"],
      findings: [],
    },
    {
      name: "nobody keeps them any more",
      config: { logs: { to: { kind: "none" } } },
      verdict: "needs-acknowledgement",
      dangers: ["platform.aws_cloudwatch_log_group.node_logs", "platform.aws_cloudwatch_log_group.pod_logs"],
      findings: [["stops", "warning", /CloudWatch gets no logs/]],
    },
  ]);
});
