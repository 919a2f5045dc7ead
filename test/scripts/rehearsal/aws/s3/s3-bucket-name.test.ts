import { bucketNameRefusals } from "../../../../../scripts/rehearsal/aws/s3/s3-bucket-name";

test.each([
  "abc",
  "a".repeat(63),
  "0-9",
  "data.example.com",
  "10.0.0",
  "10.0.0.1.2",
  "data-s3alia",
  "dataan",
  "mrap",
  "xn-data",
  "amzn-s3-demo",
])("S3 takes %s", (name) => {
  expect(bucketNameRefusals(name)).toEqual([]);
});

test.each([
  ["ab", "2 characters"],
  ["a".repeat(64), "64 characters"],
  ["Data", "other characters"],
  ["da_ta", "other characters"],
  ["-data", "begin and end"],
  ["data-", "begin and end"],
  [".data", "begin and end"],
  ["da..ta", "adjacent periods"],
  ["10.0.0.1", "IP address"],
  ["xn--data", "begins with xn--"],
  ["sthree-data", "begins with sthree-"],
  ["amzn-s3-demo-data", "begins with amzn-s3-demo-"],
  ["data-s3alias", "ends with -s3alias"],
  ["data--ol-s3", "ends with --ol-s3"],
  ["data.mrap", "ends with .mrap"],
  ["data--x-s3", "ends with --x-s3"],
  ["data--table-s3", "ends with --table-s3"],
  ["data-an", "ends with -an"],
])("S3 refuses %s", (name, why) => {
  const refusals = bucketNameRefusals(name);
  expect(refusals).toMatchObject([{ code: "InvalidBucketName", source: expect.stringMatching(/^https:/) }]);
  expect(refusals[0]!.message).toContain(why);
});

test("S3 says all that is wrong with a name", () => {
  expect(bucketNameRefusals("A..")).toHaveLength(2);
});

test("a name that the provider makes up is one that S3 takes", () => {
  expect(bucketNameRefusals(null)).toEqual([]);
});
