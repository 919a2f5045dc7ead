import { type Exporter, TARGET } from "./metrics";

/** Labels of CloudWatch's metrics. Names follow from those of CloudWatch: `aws_fsx_data_read_bytes_sum`. */
export const CLOUDWATCH_EXPORTER: Pick<Exporter, "version" | "source" | "labels"> = {
  version: "0.67.0",
  source:
    "https://github.com/prometheus-community/yet-another-cloudwatch-exporter/blob/v0.67.0/pkg/promutil/migrate.go",
  labels: [
    ...TARGET,
    "name",
    "region",
    "account_id",
    "dimension_FileSystemId",
    "dimension_Publisher",
    "dimension_NatGatewayId",
    "dimension_BucketName",
    "dimension_StorageType",
    "dimension_FilterId",
    "dimension_SourceBucket",
    "dimension_DestinationBucket",
    "dimension_RuleId",
  ],
};
