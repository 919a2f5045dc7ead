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

/** What lies in buckets, as CloudWatch tells of it once a day. @param copied whether S3 copies it elsewhere */
export const buckets = ({ copied }: { readonly copied: boolean }): Dashboard => ({
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
    ...(copied ? [COPIES] : []),
  ],
});
