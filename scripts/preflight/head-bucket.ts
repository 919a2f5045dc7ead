import { HeadBucketCommand, type S3Client } from "@aws-sdk/client-s3";

/** A bucket, and whose it has to be. */
export interface BucketAt {
  readonly Bucket: string;
  readonly ExpectedBucketOwner?: string;
}

/** HTTP status, and the Region that S3 names. */
export async function headBucket(
  s3: S3Client,
  at: BucketAt,
): Promise<{ readonly status: number; readonly region?: string | undefined }> {
  try {
    return { status: 200, region: (await s3.send(new HeadBucketCommand(at))).BucketRegion };
  } catch (error) {
    const { $metadata, $response } = error as {
      $metadata?: { httpStatusCode?: number };
      $response?: { headers?: Record<string, string> };
    };
    const status = $metadata?.httpStatusCode;
    if (status === 404 || status === 403 || status === 301)
      return { status, region: status === 301 ? $response?.headers?.["x-amz-bucket-region"] : undefined };
    throw error;
  }
}
