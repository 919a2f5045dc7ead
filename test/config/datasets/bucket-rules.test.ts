import { DATASET_BUCKET_RULES } from "../../../config/datasets/bucket-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const one = (place: object, more: object = {}, others: object = {}) => ({
  datasets: { imagenet: { place: { kind: "bucket", name: "lab", prefix: "imagenet/", ...place }, ...more }, ...others },
});
const beside = (prefix: string, place: object = {}) => ({
  datasets: { imagenet: { place: { kind: "bucket", prefix, ...place } } },
});
const at = (key: string) => ["datasets", "imagenet", "place", key];
const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const teams = { vision: {}, audio: {} };
const inner = { place: { kind: "bucket", name: "lab", prefix: "all/imagenet/" } };
const outer = { place: { kind: "bucket", name: "lab", prefix: "all/" } };
/** Datasets of long names, each in a bucket of its own. */
const many = (count: number) => ({
  datasets: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `d${index}`,
      { place: { kind: "bucket", name: `bucket-of-the-lab-${index}`, prefix: `${"data/".repeat(20)}${index}/` } },
    ]),
  ),
});

ruleCases(DATASET_BUCKET_RULES, {
  "datasets/bucket-named": {
    severity: "error",
    trips: [
      {
        change: { ...beside("imagenet/"), checkpoints: null },
        at: ["datasets", "imagenet", "place"],
        message: ["names no bucket"],
        fix: ["checkpoints: {}"],
      },
    ],
    passes: [{ change: beside("imagenet/") }, { change: { ...one({}), checkpoints: null } }],
  },
  "datasets/beside-checkpoints": {
    severity: "error",
    trips: [
      { change: beside("checkpoints/data/"), at: at("prefix"), message: ["checkpoints/data/ lies in checkpoints/"] },
      { change: beside("railyard/data/"), at: at("prefix"), message: ["copies of Slurm's queue"] },
      {
        when: "the bucket by its name, and the archive",
        change: {
          checkpoints: { bucket: { kind: "existing", name: "lab" }, archive: { every: 100 } },
          datasets: { imagenet: { place: { kind: "bucket", name: "lab", prefix: "archive/" } } },
        },
        at: at("prefix"),
        fix: ['prefix: "datasets/imagenet/"'],
      },
      {
        when: "profiles are deleted there after some days",
        change: { ...beside("profiles/faces/"), checkpoints: { profiles: { expireAfterDays: 90 } } },
        at: at("prefix"),
        message: ["profiles/faces/ lies in profiles/", "profiles of jobs"],
      },
      {
        when: "the whole bucket",
        change: beside(""),
        at: at("prefix"),
        message: ["the whole bucket lies in checkpoints/ or railyard/", "or has it within", "checkpoints, copies of"],
      },
      {
        when: "profiles lie in the dataset",
        change: { ...beside("faces/"), checkpoints: { profiles: { prefix: "faces/old/" } } },
        at: at("prefix"),
        message: ["has it within"],
      },
    ],
    passes: [
      { change: { ...beside("profiles/faces/"), checkpoints: {} } },
      { change: beside("datasets/") },
      { when: "another bucket", change: one({ prefix: "checkpoints/" }) },
      { when: "all of another bucket", change: one({ prefix: "" }) },
    ],
  },
  "datasets/own-bucket": {
    severity: "error",
    trips: [
      { change: beside("data/", { kmsKeyArn: KEY }), at: at("kmsKeyArn"), fix: ["take kmsKeyArn out"] },
      {
        change: beside("data/", { region: "eu-west-1" }),
        at: at("region"),
        message: ["whose region is not eu-west-1"],
      },
    ],
    passes: [
      { change: beside("data/") },
      { change: beside("data/", { region: "us-east-1", account: "111122223333" }) },
      { change: one({ kmsKeyArn: KEY }) },
    ],
  },
  "datasets/kms-key": {
    severity: "error",
    trips: [
      { change: one({ kmsKeyArn: KEY.replace(/key\/.*/, "alias/lab") }), at: at("kmsKeyArn"), message: ["alias/lab"] },
      { change: one({ kmsKeyArn: KEY.slice(0, -1) }), at: at("kmsKeyArn"), message: ["a UUID or mrk-"] },
      {
        change: one({ kmsKeyArn: KEY, region: "eu-west-1" }),
        at: at("kmsKeyArn"),
        message: ["the key is in us-east-1"],
        fix: ['write region: "us-east-1"'],
      },
      {
        change: one({ kmsKeyArn: KEY.replace("aws:kms:us-east-1", "aws-cn:kms:cn-north-1") }),
        at: at("kmsKeyArn"),
        message: ["the key is in cn-north-1"],
      },
    ],
    passes: [
      { change: one({ kmsKeyArn: KEY }) },
      { change: one({ kmsKeyArn: KEY.replace("us-east-1", "eu-west-1"), region: "eu-west-1" }) },
    ],
  },
  "datasets/region": {
    severity: "error",
    trips: [
      { change: one({ region: "us-wset-2" }), at: at("region"), message: ["us-wset-2"], fix: ["us-west-2"] },
      {
        change: one({ region: "cn-north-1", kmsKeyArn: KEY }),
        at: at("region"),
        message: ["cn-north-1 is of aws-cn, us-east-1 of aws"],
        fix: ["of aws, where the bucket"],
      },
    ],
    passes: [{ change: one({ region: "eu-west-1" }) }, { change: beside("data/") }],
  },
  "datasets/other-region": {
    severity: "warning",
    trips: [
      {
        change: one({ region: "eu-west-1" }, { sizeGiB: 5000 }),
        at: at("region"),
        message: ["eu-west-1", "5,000 GiB for each time"],
        fix: ["copyTo"],
      },
    ],
    passes: [{ change: one({}) }, { change: one({ region: "us-east-1" }) }],
  },
  "datasets/state-bucket": {
    severity: "error",
    trips: [
      {
        change: { ...one({}), state: { kind: "s3", bucket: "lab" } },
        at: at("name"),
        message: ["this environment's state"],
      },
      { change: one({ name: "sample-tfstate-111122223333-us-east-1" }), at: at("name"), fix: ["a bucket of its own"] },
    ],
    passes: [{ change: one({}) }],
  },
  "datasets/overlap": {
    severity: "warning",
    trips: [
      {
        when: "readers of the outer one alone",
        change: { teams, datasets: { inner: { ...inner, readers: ["vision"], slurm: "read" }, outer } },
        at: ["datasets", "inner", "place", "prefix"],
        message: ["audio read it"],
      },
      {
        when: "writers of the outer one alone",
        change: { datasets: { inner, outer: { ...outer, writers: ["vision"], slurm: "read-write" } } },
        at: ["datasets", "inner", "place", "prefix"],
        message: ["vision write it", "all jobs of Slurm write it"],
      },
    ],
    passes: [
      { when: "one for the same people", change: { datasets: { inner, outer } } },
      {
        when: "another bucket",
        change: {
          teams,
          datasets: { inner: { ...inner, readers: ["vision"] }, outer: { place: { ...outer.place, name: "other" } } },
        },
      },
      {
        when: "an inner one for more",
        change: { teams, datasets: { inner, outer: { ...outer, readers: ["vision"] } } },
      },
    ],
  },
  "datasets/policy-size": {
    severity: "error",
    trips: [
      {
        change: { teams: { vision: null }, ...many(40) },
        at: ["datasets"],
        message: ["jobs of Slurm", "10,240"],
        fix: ["below one prefix"],
      },
    ],
    passes: [{ change: { teams: { vision: null }, ...many(8) } }],
  },
});

test("no Region of another partition is told as that of the bucket, though the key is there", () => {
  const found = violations(
    ruleOf(DATASET_BUCKET_RULES, "datasets/kms-key"),
    one({ kmsKeyArn: KEY.replace("aws:kms:us-east-1", "aws-cn:kms:cn-north-1") }),
  );
  expect(found.map(({ fix }) => fix)).toEqual(["name the key of the bucket"]);
});
