/**
 * How clients of S3 find a store that is not AWS's, by files and variables that the SDKs and the AWS CLI read.
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html
 */
export const S3_CLIENT_SOURCES = {
  endpoint: "https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html",
  files: "https://docs.aws.amazon.com/sdkref/latest/guide/file-location.html",
  checksums: "https://docs.aws.amazon.com/sdkref/latest/guide/feature-dataintegrity.html",
  style: "https://docs.aws.amazon.com/cli/latest/topic/s3-config.html",
} as const;

/** Key of a Secret with credentials, and name of the file: what SDKs call the shared credentials file. */
export const S3_CREDENTIALS_KEY = "credentials";
