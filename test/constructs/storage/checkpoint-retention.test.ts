import { lifecycleRules } from "../../../constructs/storage/lifecycle-rules";
import {
  type CheckpointRetention,
  RETENTION_TAG,
  retentionDocument,
  retentionRules,
  type RetentionTier,
} from "../../../constructs/storage/checkpoint-retention";

const retention: CheckpointRetention = {
  prefix: "checkpoints/",
  tiers: [
    { name: "hot", location: "/mnt/nvme/checkpoints", keepLast: 2 },
    { name: "warm", location: "/fsx/checkpoints", keepLast: 5, keepEvery: 10 },
    { name: "cold", location: "s3://models/checkpoints/", keepLast: 20, keepEvery: 50 },
    { name: "archive", location: "s3://models/archive/" },
  ],
  tags: {
    periodic: { transitions: [{ afterDays: 30, storageClass: "STANDARD_IA" }], expireAfterDays: 365 },
    milestone: { transitions: [{ afterDays: 90, storageClass: "GLACIER_IR" }] },
    superseded: { expireAfterDays: 3 },
  },
};
const document = (change: Partial<CheckpointRetention> = {}) =>
  JSON.parse(retentionDocument({ ...retention, ...change }));
const tier = (change: Partial<RetentionTier>) => () =>
  retentionDocument({ ...retention, tiers: [{ name: "warm", location: "/fsx", ...change }] });

describe("retentionRules", () => {
  test("has a rule for each tag with its own ages", () => {
    const tag = (value: string) => ({
      id: `retention-${value}`,
      prefix: "checkpoints/",
      tag: { key: "retention", value },
    });
    expect(retentionRules(retention)).toEqual([
      { ...tag("periodic"), transitions: [{ afterDays: 30, storageClass: "STANDARD_IA" }], expireAfterDays: 365 },
      { ...tag("milestone"), transitions: [{ afterDays: 90, storageClass: "GLACIER_IR" }] },
      { ...tag("superseded"), expireAfterDays: 3 },
    ]);
  });

  test("never touches the latest checkpoints, nor objects without a tag", () => {
    const rules = retentionRules(retention);
    expect(rules.map((rule) => rule.tag?.value)).not.toContain("latest");
    for (const rule of rules) expect(rule.tag?.key).toBe(RETENTION_TAG);
  });

  test("never deletes milestones", () => {
    const milestone = retentionRules(retention).find((rule) => rule.tag?.value === "milestone");
    expect(milestone).toBeDefined();
    expect(milestone?.expireAfterDays).toBeUndefined();
  });

  test("has no rule for a tag with nothing to do", () => {
    const tags = { periodic: {}, milestone: { transitions: [] }, superseded: { expireAfterDays: 1 } };
    expect(retentionRules({ ...retention, tags }).map(({ id }) => id)).toEqual(["retention-superseded"]);
    expect(retentionRules({ ...retention, tags: { superseded: { expireAfterDays: 1 } } })).toHaveLength(1);
  });

  test("fits into the lifecycle of the bucket", () => {
    const rules = lifecycleRules({
      rules: retentionRules(retention),
      oldVersions: { expireAfterDays: 30 },
      abortUploadsAfterDays: 7,
    });
    expect(rules[0]!.filter).toEqual([{ and: [{ prefix: "checkpoints/", tags: { retention: "periodic" } }] }]);
  });
});

describe("retentionDocument", () => {
  test("tells the pruner where to count, how many to keep and what to do with the others", () => {
    expect(document()).toMatchObject({
      version: 1,
      prefix: "checkpoints/",
      tag: "retention",
      tiers: [
        { name: "hot", location: "/mnt/nvme/checkpoints", keepLast: 2, keepEvery: null, over: "delete" },
        { name: "warm", location: "/fsx/checkpoints", keepLast: 5, keepEvery: 10, over: "delete" },
        { name: "cold", location: "s3://models/checkpoints/", keepLast: 20, keepEvery: 50, over: "tag-superseded" },
        { name: "archive", location: "s3://models/archive/", keepLast: null, keepEvery: null, over: "tag-superseded" },
      ],
    });
  });

  test("says what S3 does by itself", () => {
    expect(document().s3).toEqual([
      { value: "periodic", transitions: [{ afterDays: 30, storageClass: "STANDARD_IA" }], expireAfterDays: 365 },
      { value: "milestone", transitions: [{ afterDays: 90, storageClass: "GLACIER_IR" }], expireAfterDays: null },
      { value: "superseded", transitions: [], expireAfterDays: 3 },
    ]);
  });

  test("is the same text every time, and ends with a line break", () => {
    expect(retentionDocument(retention)).toBe(retentionDocument({ ...retention }));
    expect(retentionDocument(retention).endsWith("}\n")).toBe(true);
  });

  test.each([
    [{ keepLast: 0 }, /tier "warm": keepLast is 0/],
    [{ keepLast: 1.5 }, /keepLast is 1.5/],
    [{ keepLast: 1, keepEvery: 0 }, /keepEvery is 0/],
    [{ keepEvery: 10 }, /keepEvery is 10 without keepLast/],
    [{ location: "fsx" }, /location "fsx" must be an absolute folder/],
  ])("fails on %j", (change, message) => {
    expect(tier(change)).toThrow(message);
  });

  test("keeps everything where no number is said", () => expect(tier({})).not.toThrow());
});
