import { over, type Dashboard } from "./dashboard";

/** What lies in buckets, as CloudWatch tells of it once a day. */
export const buckets = (): Dashboard => ({
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
  ],
});
