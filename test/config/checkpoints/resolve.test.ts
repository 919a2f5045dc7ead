import { sample } from "../../helpers/environment";

const tiers = (checkpoints: Record<string, unknown> | null, more: Record<string, unknown> = {}) =>
  sample({ ...more, checkpoints }).env.checkpoints;

test("left to itself: hot on NVMe, warm on Lustre, cold in S3, no archive", () => {
  expect(tiers({})).toMatchObject({
    bucket: { kind: "create", name: "sample-checkpoints-111122223333-us-east-1", kmsKeyArn: null },
    hot: { path: "/mnt/k8s-disks/0/checkpoints", keepLast: 2, keepEvery: null },
    warm: {
      path: "/checkpoints",
      import: ["new", "changed"],
      export: ["new", "changed"],
      exportDeletes: false,
      keepLast: 24,
    },
    cold: { transitions: [{ afterDays: 0, to: "INTELLIGENT_TIERING" }], expireAfterDays: null },
    archive: null,
    objectLock: null,
  });
});

test("no NVMe on GPU nodes, no hot tier; no linkable file system, no warm tier", () => {
  expect(tiers({}, { nodeGroups: { h100: { localStorage: "none" } } })).toMatchObject({ hot: null });
  expect(tiers({}, { lustre: null })).toMatchObject({ warm: null });
  const lustre = { deployment: "persistent-2-intelligent-tiering", throughputMBps: 4000 };
  expect(tiers({}, { lustre })).toMatchObject({ warm: null });
});

test("what config says is taken", () => {
  const archive = { prefix: "gold/", transitions: [{ afterDays: 2, to: "DEEP_ARCHIVE" }], expireAfterDays: 900 };
  expect(
    tiers({ hot: { path: "/nvme", keepEvery: 5 }, warm: { exportDeletes: true }, archive, prefix: "ckpt/" }),
  ).toMatchObject({
    prefix: "ckpt/",
    hot: { path: "/nvme", keepLast: null, keepEvery: 5 },
    warm: { exportDeletes: true, keepLast: null },
    archive: { ...archive, every: null },
  });
});

test("a bucket of one's own keeps its name and key", () => {
  const bucket = { kind: "existing", name: "ours", kmsKeyArn: "arn:aws:kms:us-east-1:111122223333:key/1" };
  expect(tiers({ bucket })?.bucket).toEqual(bucket);
});

test("none asked for, none made", () => expect(tiers(null)).toBeNull());
