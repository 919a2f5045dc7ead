import type { DataKind } from "../../cloud/resource-kind";
import { textOf } from "../../attribute-values";
import { bucketAddress } from "./s3-bucket";

export const S3_DATA_KINDS: Readonly<Record<string, DataKind>> = {
  aws_s3_bucket: {
    source: ["https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/s3/bucket_data_source.go"],
    // a bucket that this environment has not made is somebody else's, and may well be there
    read: (config, api) => {
      const bucket = textOf(config, "bucket") ?? "";
      const region = textOf(api.get("aws_s3_bucket", bucket)?.attributes ?? null, "bucket_region");
      return { id: bucket, ...bucketAddress(bucket, region === null ? api : { ...api, region }) };
    },
  },
};
