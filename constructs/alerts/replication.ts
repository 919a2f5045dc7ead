import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** What S3 copies, as alerts and dashboards know it. */
export interface CopiedBucket {
  /** Name of the bucket. */
  readonly name: string;
  /** Ids of the rules that copy it. */
  readonly rules: readonly string[];
  /** Whether S3 promises copies within 15 minutes. */
  readonly inTime: boolean;
}

/** Seconds within which S3 promises copies where that is bought. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-time-control.html */
const PROMISED = 900;

/** Seconds for which others may wait. A decision of Railyard's own: AWS says that large objects can take hours. */
const UNPROMISED = 86_400;

const LATENCY = "aws_s3_replication_latency_maximum";
const BY = "name, dimension_DestinationBucket, dimension_RuleId";

/** By bucket and rule. The exporter gives what is not a number where CloudWatch has nothing, and that is not itself. */
const silent = ({ name, rules }: CopiedBucket): string =>
  rules
    .map((rule) => {
      const series = `${LATENCY}{name="${name}",dimension_RuleId="${rule}"}`;
      const named = `label_replace(absent(${series} == ${series}), "name", "${name}", "", "")`;
      return `label_replace(${named}, "dimension_RuleId", "${rule}", "", "")`;
    })
    .join(" or ");

/** What CloudWatch tells of copies of the bucket of checkpoints. */
export function replicationAlerts(bucket: CopiedBucket): RuleGroup[] {
  const late = bucket.inTime ? PROMISED : UNPROMISED;
  const alerts: Alert[] = [
    {
      name: "CheckpointsNotReplicated",
      // for six hours after the last one: S3 tries it never again
      expr: `max by (${BY}) (max_over_time(aws_s3_operations_failed_replication_sum[6h])) > 0`,
      summary:
        "{{ $value }} operations in a quarter of an hour failed to copy {{ $labels.dimension_RuleId }} of {{ $labels.name }} to {{ $labels.dimension_DestinationBucket }}",
      description: "S3 tries them never again: these objects have one copy alone until somebody copies them.",
    },
    {
      name: "CheckpointReplicationLate",
      expr: `max by (${BY}) (${LATENCY}) > ${late}`,
      for: "15m",
      summary:
        "{{ $labels.dimension_DestinationBucket }} lies {{ $value | humanizeDuration }} behind {{ $labels.dimension_RuleId }} of {{ $labels.name }}",
      description: "What was written since then has one copy alone.",
    },
    {
      name: "CheckpointReplicationSilent",
      expr: silent(bucket),
      for: "1h",
      summary:
        "CloudWatch has said nothing for an hour of copies by the rule {{ $labels.dimension_RuleId }} of {{ $labels.name }}",
      description: "The bucket that gets them may be gone. That they come late is not told either.",
    },
  ];
  return [{ name: "railyard-replication", rules: alerts.map(alertRule) }];
}
