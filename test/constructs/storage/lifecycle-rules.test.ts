import { archivingRules, type LifecycleRule, lifecycleRules } from "../../../constructs/storage/lifecycle-rules";

const housekeeping = { oldVersions: { expireAfterDays: 30 }, abortUploadsAfterDays: 7 };
const build = (...rules: LifecycleRule[]) => lifecycleRules({ rules, ...housekeeping });
/** As S3 gets one rule. */
const first = (change: Partial<LifecycleRule> = {}) => {
  const rule = { id: "r", expireAfterDays: 10, ...change };
  return build(rule).find(({ id }) => id === rule.id)!;
};

describe("lifecycleRules", () => {
  test("always removes old versions, lone delete markers and unfinished uploads", () => {
    expect(build()).toEqual([
      {
        id: "old-versions",
        status: "Enabled",
        filter: [{ prefix: "" }],
        noncurrentVersionExpiration: [{ noncurrentDays: 30, newerNoncurrentVersions: undefined }],
        expiration: [{ expiredObjectDeleteMarker: true }],
      },
      {
        id: "abort-uploads",
        status: "Enabled",
        filter: [{ prefix: "" }],
        abortIncompleteMultipartUpload: [{ daysAfterInitiation: 7 }],
      },
    ]);
  });

  test("rules with a tag come last: the provider knows a rule by its place, and none takes that of another kind", () => {
    const tagged = { id: "tagged", tag: { key: "k", value: "v" }, expireAfterDays: 1 };
    const places = build(tagged, { id: "plain", expireAfterDays: 1 }).map(({ id }) => id);
    expect(places).toEqual(["plain", "old-versions", "abort-uploads", "tagged"]);
  });

  test("never aborts uploads in a rule with other actions or tags: S3 refuses that", () => {
    const rules = build(
      { id: "a", tag: { key: "k", value: "v" }, expireAfterDays: 1 },
      { id: "b", prefix: "b/", transitions: [{ afterDays: 0, storageClass: "GLACIER_IR" }] },
    );
    const aborting = rules.filter((rule) => rule.abortIncompleteMultipartUpload !== undefined);
    expect(aborting.map((rule) => [rule.id, rule.filter])).toEqual([["abort-uploads", [{ prefix: "" }]]]);
    expect(aborting[0]).not.toHaveProperty("expiration");
  });

  test("keeps the newest old versions however old they are", () => {
    const rules = lifecycleRules({
      rules: [],
      oldVersions: { expireAfterDays: 5, keepNewest: 3 },
      abortUploadsAfterDays: 1,
    });
    expect(rules[0]!.noncurrentVersionExpiration).toEqual([{ noncurrentDays: 5, newerNoncurrentVersions: 3 }]);
  });

  test("keeps up to a hundred of them, the most that S3 takes", () => {
    const oldVersions = { expireAfterDays: 1, keepNewest: 100 };
    expect(() => lifecycleRules({ ...housekeeping, rules: [], oldVersions })).not.toThrow();
  });

  test("renders transitions and expiry", () => {
    const rule = first({
      prefix: "checkpoints/",
      transitions: [
        { afterDays: 0, storageClass: "INTELLIGENT_TIERING" },
        { afterDays: 60, storageClass: "GLACIER_IR" },
      ],
      expireAfterDays: 400,
    });
    expect(rule).toEqual({
      id: "r",
      status: "Enabled",
      filter: [{ prefix: "checkpoints/" }],
      transition: [
        { days: 0, storageClass: "INTELLIGENT_TIERING" },
        { days: 60, storageClass: "GLACIER_IR" },
      ],
      expiration: [{ days: 400 }],
    });
  });

  test("leaves out what a rule does not do", () => {
    expect(first()).not.toHaveProperty("transition");
    const kept = first({ expireAfterDays: undefined, transitions: [{ afterDays: 1, storageClass: "GLACIER_IR" }] });
    expect(kept).not.toHaveProperty("expiration");
  });

  test.each([
    ["everything", {}, { prefix: "" }],
    ["a prefix", { prefix: "a/" }, { prefix: "a/" }],
    ["a tag", { tag: { key: "k", value: "v" } }, { tag: [{ key: "k", value: "v" }] }],
    ["a tag of an empty prefix", { prefix: "", tag: { key: "k", value: "v" } }, { tag: [{ key: "k", value: "v" }] }],
    ["both", { prefix: "a/", tag: { key: "k", value: "v" } }, { and: [{ prefix: "a/", tags: { k: "v" } }] }],
  ])("filters %s", (_, change, expected) => {
    expect(first(change).filter).toEqual([expected]);
  });

  test("keeps the order in which rules were given", () => {
    const rules = build({ id: "z", expireAfterDays: 1 }, { id: "a", expireAfterDays: 1 });
    expect(rules.map(({ id }) => id)).toEqual(["z", "a", "old-versions", "abort-uploads"]);
  });

  test("fails on an illegal ladder, with the id of the rule", () => {
    expect(() => first({ transitions: [{ afterDays: 3, storageClass: "STANDARD_IA" }] })).toThrow(
      /lifecycle rule "r": STANDARD_IA after 3 days/,
    );
  });

  test("fails on a rule that does nothing", () => {
    expect(() => first({ expireAfterDays: undefined, transitions: [] })).toThrow(/lifecycle rule "r" does nothing/);
  });

  test.each([0, -1, 1.5])("fails on expiry after %p days", (expireAfterDays) => {
    expect(() => first({ expireAfterDays })).toThrow(`expireAfterDays is ${expireAfterDays}; S3 takes a whole number`);
  });

  test("fails on expiry before or with the last transition", () => {
    const at = (expireAfterDays: number) =>
      first({ transitions: [{ afterDays: 30, storageClass: "STANDARD_IA" }], expireAfterDays });
    expect(() => at(30)).toThrow(/at least 31 since it moves to STANDARD_IA after 30/);
    expect(() => at(31)).not.toThrow();
  });

  test.each(["r", "old-versions", "abort-uploads"])("fails when the id %s is given twice or taken", (id) => {
    expect(() => build({ id: "r", expireAfterDays: 1 }, { id, expireAfterDays: 1 })).toThrow(
      `lifecycle rule id "${id}" is given twice or taken`,
    );
  });

  test.each(["", "x".repeat(256)])("fails on an id of the wrong length", (id) => {
    expect(() => first({ id })).toThrow(/an id has 1 to 255 characters/);
    expect(first({ id: "x".repeat(255) }).id).toHaveLength(255);
  });

  test("takes 1000 rules with its own two, fails on more", () => {
    const rules = (count: number) =>
      build(...Array.from({ length: count }, (_, index) => ({ id: `r${index}`, expireAfterDays: 1 })));
    expect(rules(998)).toHaveLength(1000);
    expect(() => rules(999)).toThrow(/1001 lifecycle rules; S3 takes 1000/);
  });

  test.each([
    [{ oldVersions: { expireAfterDays: 0 } }, /oldVersions\.expireAfterDays is 0/],
    [{ oldVersions: { expireAfterDays: 1, keepNewest: 0 } }, /oldVersions\.keepNewest is 0; .* 1 to 100/],
    [{ oldVersions: { expireAfterDays: 1, keepNewest: 101 } }, /oldVersions\.keepNewest is 101/],
    [{ abortUploadsAfterDays: 0 }, /abortUploadsAfterDays is 0/],
    [{ abortUploadsAfterDays: 2.5 }, /abortUploadsAfterDays is 2.5/],
  ])("fails on %j", (change, message) => {
    expect(() => lifecycleRules({ rules: [], ...housekeeping, ...change })).toThrow(message);
  });
});

describe("archivingRules", () => {
  const rule = (
    prefix: string | undefined,
    storageClass: "GLACIER_IR" | "GLACIER" | "DEEP_ARCHIVE",
  ): LifecycleRule => ({
    id: "r",
    prefix,
    transitions: [{ afterDays: 0, storageClass }],
  });

  test.each([
    ["the same prefix", rule("checkpoints/", "GLACIER"), 1],
    ["a prefix inside", rule("checkpoints/old/", "DEEP_ARCHIVE"), 1],
    ["a prefix around", rule("check", "GLACIER"), 1],
    ["the whole bucket", rule(undefined, "GLACIER"), 1],
    ["another prefix", rule("archive/", "DEEP_ARCHIVE"), 0],
    ["a class that reads at once", rule("checkpoints/", "GLACIER_IR"), 0],
    ["no transition", { id: "r", expireAfterDays: 1 }, 0],
    [
      "a tag anywhere",
      { id: "r", tag: { key: "k", value: "v" }, transitions: [{ afterDays: 0, storageClass: "GLACIER" }] },
      1,
    ],
  ] as const)("finds %s", (_, found, count) => {
    expect(archivingRules([found], "checkpoints/")).toHaveLength(count);
  });
});
