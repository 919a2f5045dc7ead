import { stateBucketCommands } from "../../../../scripts/lib/terraform/state-bucket";

test("a bucket in a store that is not AWS's is made at its address, whatever its region is called", () => {
  expect(
    stateBucketCommands({
      kind: "s3-compatible",
      endpoint: "https://minio.example.com:9000",
      bucket: "railyard-state",
      region: "our $(site)",
      pathStyle: true,
      lock: true,
    }),
  ).toEqual([
    "aws s3api --endpoint-url https://minio.example.com:9000 create-bucket --bucket railyard-state --region 'our $(site)'",
    "aws s3api --endpoint-url https://minio.example.com:9000 put-bucket-versioning --bucket railyard-state --versioning-configuration Status=Enabled --region 'our $(site)'",
  ]);
});

test.each([
  ["us-east-1", "aws s3api create-bucket --bucket states --region us-east-1"],
  [
    "eu-west-1",
    "aws s3api create-bucket --bucket states --create-bucket-configuration LocationConstraint=eu-west-1 --region eu-west-1",
  ],
])("one of S3 in %s is made in that Region", (region, command) =>
  expect(stateBucketCommands({ kind: "s3", bucket: "states", region })[0]).toBe(command),
);
