import type { RuleGroup } from "../platform/prometheus-rules";
import { alertRule } from "./alert";

/**
 * Share of requests that S3 could not answer, from which it is told. A decision of Railyard's own: clients try again, and a few are nothing.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html
 */
const FAILED_SHARE = 0.01;

const of = (metric: string): string => `sum by (name) (aws_s3_${metric}_sum)`;

/** What CloudWatch tells of requests to buckets. */
export const bucketRequestAlerts = (): RuleGroup[] => [
  {
    name: "railyard-bucket-requests",
    rules: [
      alertRule({
        name: "CheckpointBucketErrors",
        expr: `${of("5xx_errors")} / ${of("all_requests")} > ${FAILED_SHARE}`,
        for: "15m",
        summary: "S3 does not answer {{ $value | humanizePercentage }} of the requests to {{ $labels.name }}",
        description: "Most often it asks clients to slow down (503): checkpoints and exports of Lustre take longer.",
      }),
    ],
  },
];
