import { datasetStatements, type DatasetPrefix } from "../../../constructs/storage/dataset-statements";

const KEY = "arn:aws:kms:us-east-1:111122223333:key/k";
const of = (change: Partial<DatasetPrefix> = {}): DatasetPrefix => ({
  bucketArn: "arn:aws:s3:::lab",
  prefix: "imagenet/",
  access: "read",
  region: "us-east-1",
  account: "111122223333",
  ...change,
});
const owner = { StringEquals: { "aws:ResourceAccount": "111122223333" } };

test("a reader lists and reads below its prefixes, in a bucket of the account that is said", () => {
  expect(datasetStatements([of(), of({ prefix: "coco/" })])).toEqual([
    {
      sid: "ListDatasets0",
      actions: ["s3:ListBucket"],
      resources: ["arn:aws:s3:::lab"],
      conditions: { StringLike: { "s3:prefix": ["imagenet/*", "coco/*"] }, ...owner },
    },
    {
      sid: "ReadDatasets0",
      actions: ["s3:GetObject"],
      resources: ["arn:aws:s3:::lab/imagenet/*", "arn:aws:s3:::lab/coco/*"],
      conditions: owner,
    },
  ]);
});

test("a writer writes its own prefix alone, and nobody deletes", () => {
  const all = datasetStatements([of(), of({ prefix: "own/", access: "read-write" })]);
  expect(all.find(({ sid }) => sid === "WriteDatasets0")).toMatchObject({
    actions: ["s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
    resources: ["arn:aws:s3:::lab/own/*"],
  });
  expect(all.flatMap(({ actions }) => actions).filter((action) => /Delete|Version|\*/.test(action))).toEqual([]);
});

test("a key is used by way of S3 in the Region of the bucket, for what lies there", () => {
  const uses = (access: DatasetPrefix["access"]) =>
    datasetStatements([of({ kmsKeyArn: KEY, region: "eu-west-1", access })]).at(-1);
  expect(uses("read")).toEqual({
    sid: "UseDatasetKey0",
    actions: ["kms:Decrypt"],
    resources: [KEY],
    conditions: {
      StringEquals: { "kms:ViaService": "s3.eu-west-1.amazonaws.com" },
      StringLike: { "kms:EncryptionContext:aws:s3:arn": ["arn:aws:s3:::lab", "arn:aws:s3:::lab/imagenet/*"] },
    },
  });
  expect(uses("read-write")!.actions).toEqual(["kms:Decrypt", "kms:GenerateDataKey"]);
});

test("buckets of several owners each have a condition of their own, and no two statements one name", () => {
  const all = datasetStatements([
    of({ kmsKeyArn: KEY }),
    of({ bucketArn: "arn:aws:s3:::other", account: "222233334444" }),
  ]);
  expect(all.map(({ sid, conditions }) => [sid, conditions!["StringEquals"]!["aws:ResourceAccount"] ?? null])).toEqual([
    ["ListDatasets0", "111122223333"],
    ["ListDatasets1", "222233334444"],
    ["ReadDatasets0", "111122223333"],
    ["ReadDatasets1", "222233334444"],
    ["UseDatasetKey0", null],
  ]);
});

test("an empty prefix is the whole bucket", () => {
  const [list, read] = datasetStatements([of({ prefix: "" })]);
  expect(list!.conditions).toMatchObject({ StringLike: { "s3:prefix": ["*"] } });
  expect(read!.resources).toEqual([expect.stringMatching(/^arn:aws:s3:::[^/]+\/\*$/)]);
});

test("a prefix without a slash would open what is beside it", () => {
  for (const prefix of ["imagenet", "/imagenet/"])
    expect(() => datasetStatements([of({ prefix })])).toThrow("must end with a slash");
});
