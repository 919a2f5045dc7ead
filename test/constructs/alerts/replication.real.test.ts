import { replicationAlerts } from "../../../constructs/alerts/replication";
import { describeAlerts } from "../../helpers/alert-cases";

const BUCKET = { name: "lab", rules: ["all"], inTime: true };
const of = (metric: string, rule = "all"): string =>
  `aws_s3_${metric}{name="lab",dimension_SourceBucket="lab",dimension_DestinationBucket="copies",dimension_RuleId="${rule}",region="us-west-2"}`;
const labels = { name: "lab", dimension_DestinationBucket: "copies", dimension_RuleId: "all" };
/** What CloudWatch has nothing of. */
const nothing = (minutes: number): string => Array.from({ length: minutes }, () => "NaN").join(" ");

describeAlerts(replicationAlerts(BUCKET), {
  CheckpointsNotReplicated: {
    // three fail once; nothing is copied after it, and CloudWatch has no values
    fires: {
      [of("operations_failed_replication_sum")]: `0 0 3 ${nothing(300)}`,
      [of("replication_latency_maximum")]: "0x300",
    },
    before: "1m",
    after: "5h",
    labels,
    value: "3",
    silent: {
      [of("operations_failed_replication_sum")]: `0x30 ${nothing(300)}`,
      [of("replication_latency_maximum")]: "0x330",
    },
  },
  CheckpointReplicationLate: {
    fires: { [of("replication_latency_maximum")]: "0+60x60" },
    before: "30m",
    after: "32m",
    labels,
    value: "32m 0s",
    // a large checkpoint that is copied in time
    silent: { [of("replication_latency_maximum")]: "0+60x14 0x60" },
  },
  CheckpointReplicationSilent: {
    fires: { [of("replication_latency_maximum")]: nothing(90), [of("replication_latency_maximum", "other")]: "0x90" },
    before: "59m",
    after: "61m",
    labels: { name: "lab", dimension_RuleId: "all" },
    value: "1",
    silent: { [of("replication_latency_maximum")]: "0x90" },
  },
});

test("without time control a day may pass", () => {
  const [late] = replicationAlerts({ ...BUCKET, inTime: false })[0]!.rules.filter(
    ({ alert }) => alert === "CheckpointReplicationLate",
  );
  expect(late!.expr).toMatch(/> 86400$/);
});
