import { prunedTiers } from "../../stacks/checkpoint-tiers";
import { prune } from "../helpers/pruner-sandbox";
import { valuesOf } from "../helpers/release";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import type { Json } from "../helpers/synth";

const of = (checkpoints: Change | null, more: Change = {}) => synthStacks(sample({ ...more, checkpoints }).env);

/** Objects of a release of the platform stack; none where there is no such release. */
function objects(platform: Json, release: string): Json[] {
  const found = Object.values<Json>(platform.resource.helm_release).find((one) => one.name === release);
  return found ? valuesOf(found).objects : [];
}

const calls = (platform: Json): string[] =>
  (objects(platform, "checkpoint-pruner")[0]?.data["prune.sh"] ?? "")
    .split("\n")
    .filter((line: string) => /^(prune_folders|tag_objects) /.test(line));

const ruleIds = (storage: Json): string[] =>
  Object.values<Json>(storage.resource.aws_s3_bucket_lifecycle_configuration ?? {}).flatMap((one) =>
    one.rule.map((rule: Json) => rule.id),
  );

const BUCKET = "'sample-checkpoints-111122223333-us-east-1' 'checkpoints/'";

test("the defaults prune Lustre, and delete nothing in S3", () => {
  const { platform, storage } = of({});
  expect(calls(platform)).toEqual([`prune_folders '/warm' '24' '0' ${BUCKET} '0' '0'`]);
  expect(ruleIds(storage)).not.toContain("retention-superseded");
});

test("limits in S3 tag objects there, and lifecycle deletes what is superseded under the prefix", () => {
  const { platform, storage } = of({ cold: { keepLast: 50, keepEvery: 1000 } });
  expect(calls(platform)).toEqual([
    `prune_folders '/warm' '24' '0' ${BUCKET} '50' '1000'`,
    `tag_objects ${BUCKET} '50' '1000'`,
  ]);
  const [lifecycle] = Object.values<Json>(storage.resource.aws_s3_bucket_lifecycle_configuration);
  expect(lifecycle.rule).toContainEqual({
    id: "retention-superseded",
    status: "Enabled",
    filter: [{ and: [{ prefix: "checkpoints/", tags: { retention: "superseded" } }] }],
    expiration: [{ days: 1 }],
  });
});

test("mounts the claim of the file system, after it is made", () => {
  const { platform } = of({ warm: { path: "/ckpt", keepLast: 3, export: [] } });
  const [, job] = objects(platform, "checkpoint-pruner");
  const pod = job.spec.jobTemplate.spec.template.spec;
  expect(pod.volumes).toContainEqual({ name: "warm", persistentVolumeClaim: { claimName: "lustre" } });
  expect(pod.containers[0].volumeMounts).toContainEqual({ name: "warm", mountPath: "/warm", subPath: "ckpt" });
  expect(calls(platform)).toEqual(["prune_folders '/warm' '3' '0'"]);
  const pruner = Object.values<Json>(platform.resource.helm_release).find((one) => one.name === "checkpoint-pruner");
  const names = pruner.depends_on.map((at: string) => platform.resource.helm_release[at.split(".")[1] ?? ""].name);
  expect(names.sort()).toEqual(["jobs", "volume-lustre"]);
});

test("without Lustre only S3 is counted", () => {
  expect(calls(of({ cold: { keepLast: 2 } }, { lustre: null }).platform)).toEqual([`tag_objects ${BUCKET} '2' '0'`]);
});

test.each<[string, Change, Change]>([
  ["no limit", { warm: {} }, {}],
  ["no limit in S3 and no Lustre", {}, { lustre: null }],
])("%s, no pruner", (_, checkpoints, more) => {
  expect(objects(of(checkpoints, more).platform, "checkpoint-pruner")).toEqual([]);
});

test("makes the account to which the storage stack gives the role, with and without the pruner", () => {
  for (const checkpoints of [{}, { warm: {} }]) {
    const { platform, storage } = of(checkpoints);
    const [account] = objects(platform, "jobs");
    expect(account).toMatchObject({ kind: "ServiceAccount", metadata: { name: "jobs", namespace: "slurm" } });
    expect(Object.values<Json>(storage.resource.aws_eks_pod_identity_association)).toEqual(
      expect.arrayContaining([expect.objectContaining({ service_account: "jobs", namespace: "slurm" })]),
    );
  }
  expect(objects(of(null).platform, "jobs")).toEqual([]);
});

test("profiles have a prefix of their own: jobs write there, it ends by days, and no file system has it", () => {
  const { storage, platform, slurm } = of({ profiles: {} });
  const [lifecycle] = Object.values<Json>(storage.resource.aws_s3_bucket_lifecycle_configuration);
  expect(lifecycle.rule).toContainEqual({
    id: "profiles",
    status: "Enabled",
    filter: [{ prefix: "profiles/" }],
    expiration: [{ days: 90 }],
  });
  const policies = Object.values<Json>(storage.resource.aws_iam_role_policy).map(({ policy }) => policy as string);
  expect(policies.filter((policy) => policy.includes("/profiles/*"))).toHaveLength(1);
  expect(policies.join()).toContain('"profiles/*"');
  const claims = JSON.stringify(Object.values<Json>(platform.resource.helm_release));
  expect(claims).not.toContain("profiles/");
  expect(JSON.stringify(slurm)).toContain("s3://sample-checkpoints-111122223333-us-east-1/profiles/");
  expect(JSON.stringify(of({}))).not.toContain("profiles/");
});

test.each<[string, Change, boolean]>([
  ["a task that exports each week", { tasks: { export: { days: ["sat"] } } }, true],
  ["a task that somebody starts", { tasks: { export: { days: [] } } }, true],
  ["the agent, before it releases", { keepData: 1 }, true],
  ["nobody", {}, false],
])("where checkpoints are exported by %s, what is not in the bucket is not deleted", (_, warm, asks) => {
  const { platform } = of({ warm: { keepLast: 2, export: [], ...warm } });
  expect(calls(platform)).toEqual([`prune_folders '/warm' '2' '0'${asks ? ` ${BUCKET} '0' '0'` : ""}`]);
});

test("the script of such an environment, with real bash, deletes what is in the bucket alone", () => {
  const { env } = sample({
    checkpoints: {
      prefix: "ckpt/",
      warm: { keepLast: 1, export: [], tasks: { export: {} } },
    },
  });
  const { warm, cold } = prunedTiers(env.checkpoints!, "lustre")!;
  const { keepLast, exported } = warm!;
  const { keptOf, calls: asked } = prune(
    {
      keepLast: keepLast!,
      ...(exported && { copies: { ...cold, bucketName: "models" } }),
    },
    {
      files: Object.fromEntries([1, 2, 3].map((step) => [`tier/run/step-${step}/weights`, { age: 90, size: 5 }])),
      objects: [{ key: "ckpt/run/step-1/weights", age: 90, size: 5 }],
    },
  );
  expect(keptOf("run")).toEqual(["step-2", "step-3"]);
  expect(asked).toHaveLength(2);
});
