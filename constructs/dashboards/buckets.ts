import { over, type Dashboard, type Row } from "./dashboard";

const BY = "name, dimension_DestinationBucket, dimension_RuleId";
const LEGEND = "{{dimension_RuleId}} → {{dimension_DestinationBucket}}";

/** What S3 still has to copy, and what it could not. */
const COPIES: Row = {
  title: "Second copy",
  panels: [
    over("How far the copy lies behind", "Of the object that has waited for longest.", "s", {
      expr: `max by (${BY}) (aws_s3_replication_latency_maximum)`,
      legend: LEGEND,
    }),
    over("Bytes that wait", "Of objects that are not copied yet.", "bytes", {
      expr: `max by (${BY}) (aws_s3_bytes_pending_replication_maximum)`,
      legend: LEGEND,
    }),
    over("Operations that wait", "Objects, tags and locks that are not copied yet.", "short", {
      expr: `max by (${BY}) (aws_s3_operations_pending_replication_maximum)`,
      legend: LEGEND,
    }),
    over("Operations that failed", "In the last quarter of an hour; S3 tries them never again.", "short", {
      expr: `max by (${BY}) (aws_s3_operations_failed_replication_sum)`,
      legend: LEGEND,
    }),
  ],
};

const perSecond = (metric: string): string => `sum by (name) (${metric}) / 300`;

/** What is asked of buckets. */
const REQUESTS: Row = {
  title: "Requests",
  panels: [
    over(
      "Requests in a second",
      "All of them, and those that S3 refused or could not answer.",
      "ops",
      { expr: perSecond("aws_s3_all_requests_sum"), legend: "{{name}}" },
      { expr: perSecond("aws_s3_4xx_errors_sum"), legend: "{{name}}, 4xx" },
      { expr: perSecond("aws_s3_5xx_errors_sum"), legend: "{{name}}, 5xx" },
    ),
    over(
      "Bytes in a second",
      "As requests have them in their bodies.",
      "Bps",
      { expr: perSecond("aws_s3_bytes_uploaded_sum"), legend: "{{name}}, written" },
      { expr: perSecond("aws_s3_bytes_downloaded_sum"), legend: "{{name}}, read" },
    ),
    over(
      "Latency",
      "Until the first byte of an answer, and until the last one.",
      "s",
      { expr: "avg by (name) (aws_s3_first_byte_latency_average) / 1000", legend: "{{name}}, first byte" },
      { expr: "max by (name) (aws_s3_first_byte_latency_maximum) / 1000", legend: "{{name}}, first byte, longest" },
      { expr: "avg by (name) (aws_s3_total_request_latency_average) / 1000", legend: "{{name}}, last byte" },
      { expr: "max by (name) (aws_s3_total_request_latency_maximum) / 1000", legend: "{{name}}, last byte, longest" },
    ),
  ],
};

/** What lies in buckets, as CloudWatch tells of it once a day. @param copied whether S3 copies it elsewhere @param requests whether it tells of requests */
export const buckets = ({ copied, requests }: { readonly copied: boolean; readonly requests: boolean }): Dashboard => ({
  name: "buckets",
  title: "Buckets",
  description: "What lies in the bucket of checkpoints. CloudWatch tells of it once a day, some hours late.",
  rows: [
    {
      title: "What lies there",
      panels: [
        over(
          "Bytes by storage class",
          "Old versions and parts of uploads that were never finished are among them.",
          "bytes",
          {
            expr: "sum by (name, dimension_StorageType) (aws_s3_bucket_size_bytes_average)",
            legend: "{{name}} {{dimension_StorageType}}",
          },
        ),
        over("Objects", "Of all storage classes, old versions among them.", "short", {
          expr: "sum by (name) (aws_s3_number_of_objects_average)",
          legend: "{{name}}",
        }),
      ],
    },
    ...(requests ? [REQUESTS] : []),
    ...(copied ? [COPIES] : []),
  ],
});
