import fc from "fast-check";
import { policyRoom } from "../../config/datasets/policy-room";
import { policyDocument } from "../../constructs/security/policy";
import { checkpointJobStatements } from "../../constructs/storage/checkpoint-job-role";
import { jobPrefixes } from "../../stacks/checkpoint-tiers";
import { slurmDatasets } from "../../stacks/dataset-access";
import { sample, type Change } from "../helpers/environment";
import { releases, valuesOf } from "../helpers/release";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const bucket = (prefix: string, more: object = {}) => ({ kind: "bucket", name: "lab", prefix, ...more });
const teams = { vision: {}, audio: {} };

/** Policies of roles by their names, and who has which role. */
function roles(change: Change) {
  const stacks = synthStacks(sample(change).env);
  const { aws_iam_role_policy: policies = {}, aws_eks_pod_identity_association: associations = {} } =
    stacks["storage"]!.resource;
  return {
    stacks,
    policies: Object.fromEntries(
      Object.entries<Json>(policies).map(([id, { policy }]) => [
        id.replace(/-role_policy.*$/, ""),
        JSON.parse(policy).Statement,
      ]),
    ),
    accounts: Object.values<Json>(associations).map(
      ({ namespace, service_account: account }) => `${namespace}/${account}`,
    ),
  };
}
const resources = (statements: Json[], sid: string) =>
  [statements.find(({ Sid }) => Sid === sid)?.Resource ?? []].flat();

test("each team reads its own datasets and those of all, and Slurm those of all alone", () => {
  const { policies, accounts, stacks } = roles({
    teams,
    datasets: {
      open: { place: bucket("open/") },
      faces: { place: bucket("faces/"), readers: ["vision"] },
      speech: { place: bucket("speech/"), readers: ["audio"], writers: ["audio"] },
    },
  });
  expect(accounts.toSorted()).toEqual(["audio/jobs", "slurm/jobs", "vision/jobs"]);
  const of = (role: string, sid: string) =>
    resources(policies[role]!, sid).map((arn: string) => arn.replace("arn:aws:s3:::lab/", ""));
  expect(of("jobs", "ReadDatasets0")).toEqual(["open/*"]);
  expect(of("datasets-vision", "ReadDatasets0")).toEqual(["open/*", "faces/*"]);
  expect(of("datasets-audio", "ReadDatasets0")).toEqual(["open/*", "speech/*"]);
  expect(of("datasets-audio", "WriteDatasets0")).toEqual(["speech/*"]);
  expect(of("jobs", "ReadObjects")).toHaveLength(1);
  const made = valuesOf(releases(stacks["platform"])["kube-system/dataset-accounts"]).objects;
  expect(made.map(({ metadata }: Json) => metadata)).toEqual([
    { name: "jobs", namespace: "vision" },
    { name: "jobs", namespace: "audio" },
  ]);
});

test("in the bucket of the checkpoints readers have its key, and nothing is made of a dataset", () => {
  const { policies, stacks } = roles({ datasets: { open: { place: { kind: "bucket", prefix: "open/" } } } });
  const key = policies["datasets-vision"]!.find(({ Sid }: Json) => Sid === "UseDatasetKey0");
  expect(key.Resource).toBe("${aws_kms_key.storage_key.arn}");
  const without = roles({}).stacks;
  const types = (some: typeof stacks) => Object.keys(some["storage"]!.resource).toSorted();
  expect(types(stacks)).toEqual(types(without));
  expect(Object.keys(stacks["storage"]!.resource.aws_s3_bucket)).toEqual(["checkpoints"]);
});

test("without checkpoints jobs of Slurm have a role for datasets", () => {
  const { accounts, stacks } = roles({
    checkpoints: null,
    teams: { vision: null },
    datasets: { open: { place: bucket("open/") } },
  });
  expect(accounts).toEqual(["slurm/jobs"]);
  expect(releases(stacks["platform"])["slurm/jobs"]).toBeDefined();
  expect(JSON.stringify(stacks["slurm"])).toContain("serviceAccountName");
});

test("who reads a dataset may ask Glue for the version of its table, and of no other", () => {
  const version = { kind: "glue", database: "lab", table: "faces" };
  const { policies, accounts } = roles({
    teams,
    datasets: { faces: { place: { kind: "volume", volume: "lustre", path: "/faces" }, readers: ["vision"], version } },
  });
  const glue = (what: string) => `arn:aws:glue:us-east-1:111122223333:${what}`;
  expect(resources(policies["datasets-vision"]!, "AskVersions")).toEqual([
    glue("catalog"),
    glue("database/lab"),
    glue("table/lab/faces"),
  ]);
  expect(accounts.toSorted()).toEqual(["slurm/jobs", "vision/jobs"]);
  expect(resources(policies["jobs"]!, "AskVersions")).toEqual([]);
});

test("datasets on volumes give nobody a right in AWS", () => {
  const { accounts } = roles({
    teams,
    checkpoints: null,
    datasets: { open: { place: { kind: "volume", volume: "lustre", path: "/open" } } },
  });
  expect(accounts).toEqual([]);
});

test("policies are never longer than rules count with", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 3, maxLength: 40 });
  const place = fc.record({
    name: letters,
    prefix: letters.map((text) => `${text}/`),
    region: fc.constantFrom("us-east-1", "us-gov-west-1"),
    account: fc.constantFrom("111122223333", "222233334444"),
    kmsKeyArn: fc.option(
      fc.constantFrom("arn:aws:kms:us-east-1:111122223333:key/1", "arn:aws:kms:us-east-1:111122223333:key/2"),
      {
        nil: undefined,
      },
    ),
  });
  const dataset = fc.record({
    place: fc.oneof(
      place,
      letters.map((text) => ({ prefix: `${text}/` })),
    ),
    slurm: fc.constantFrom("read", "read-write"),
    version: fc.option(fc.record({ kind: fc.constant("glue"), database: letters, table: letters }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(dataset, { minLength: 1, maxLength: 6 }), (all) => {
      const change = {
        teams: { vision: null },
        checkpoints: { archive: { every: 100 } },
        datasets: Object.fromEntries(
          all.map(({ place, ...more }, at) => [`d${at}`, { place: { kind: "bucket", ...place }, ...more }]),
        ),
      };
      const { env } = sample(change);
      const store = {
        bucketArn: `arn:aws:s3:::${env.checkpoints!.bucket.name}`,
        kmsKeyArn: KEY,
        encryptionContexts: [],
      };
      const whole = policyDocument([
        ...checkpointJobStatements({
          store: { ...store, encryptionContexts: [store.bucketArn] },
          region: env.region,
          prefixes: jobPrefixes(env.checkpoints!),
          access: "read-write",
        }),
        ...slurmDatasets(env, store),
      ]);
      expect(policyRoom(env)[0]!.characters).toBeGreaterThanOrEqual(whole.length);
    }),
    { numRuns: 100 },
  );
});

const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
