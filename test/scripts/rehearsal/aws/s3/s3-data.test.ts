import { S3_DATA_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-data";
import { cloudObject, fakeCloud } from "../fake-cloud";

const read = (bucket: string) => {
  const far = cloudObject("aws_s3_bucket", "far", { bucket: "far", bucket_region: "eu-north-1" });
  return S3_DATA_KINDS["aws_s3_bucket"]!.read({ bucket }, fakeCloud({ objects: [far] }));
};

test("a bucket is found, also one that this environment has not made", () => {
  expect(read("existing")).toEqual({
    id: "existing",
    arn: "arn:aws:s3:::existing",
    bucket_domain_name: "existing.s3.amazonaws.com",
    bucket_regional_domain_name: "existing.s3.us-west-2.amazonaws.com",
    bucket_region: "us-west-2",
  });
});

test("a bucket is in the Region where it was made", () => {
  expect(read("far")).toMatchObject({
    bucket_region: "eu-north-1",
    bucket_regional_domain_name: "far.s3.eu-north-1.amazonaws.com",
  });
});
