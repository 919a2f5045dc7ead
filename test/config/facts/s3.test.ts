import {
  canTransition,
  earliestTransitionDay,
  S3_LIMITS,
  S3_SOURCES,
  S3_STORAGE_CLASSES,
  type S3StorageClass,
  type S3StorageClassFacts,
} from "../../../config/facts/s3";

const classes = Object.keys(S3_STORAGE_CLASSES) as S3StorageClass[];

test("the classes stand in the order of AWS's waterfall, as the API spells them", () => {
  expect(classes).toEqual([
    "STANDARD",
    "STANDARD_IA",
    "INTELLIGENT_TIERING",
    "ONEZONE_IA",
    "GLACIER_IR",
    "GLACIER",
    "DEEP_ARCHIVE",
  ]);
});

test.each<[S3StorageClass, number, number, number | null, string, string]>([
  ["STANDARD", 0, 0, null, "instant", "three-or-more"],
  ["STANDARD_IA", 30, 30, 128, "instant", "three-or-more"],
  ["INTELLIGENT_TIERING", 0, 0, null, "instant", "three-or-more"],
  ["ONEZONE_IA", 30, 30, 128, "instant", "one"],
  ["GLACIER_IR", 0, 90, 128, "instant", "three-or-more"],
  ["GLACIER", 0, 90, null, "restore", "three-or-more"],
  ["DEEP_ARCHIVE", 0, 180, null, "restore", "three-or-more"],
])("%s: age %s, duration %s, size %s, %s, %s", (name, minAgeDays, minDurationDays, minBillableKB, retrieval, zones) => {
  expect(S3_STORAGE_CLASSES[name]).toMatchObject({ minAgeDays, minDurationDays, minBillableKB, retrieval, zones });
});

test("archives alone carry 40 KB for each object and need hours", () => {
  for (const name of classes) {
    const facts: S3StorageClassFacts = S3_STORAGE_CLASSES[name];
    const archive = facts.retrieval === "restore";
    expect(facts.overheadKB).toEqual(archive ? { here: 32, standard: 8 } : null);
    expect(facts.standardRestoreHours !== null).toBe(archive);
  }
  expect(S3_STORAGE_CLASSES.GLACIER.standardRestoreHours).toBe(5);
  expect(S3_STORAGE_CLASSES.DEEP_ARCHIVE.standardRestoreHours).toBe(12);
});

describe("canTransition", () => {
  test("goes down only", () => {
    classes.forEach((from, i) =>
      classes.slice(0, i + 1).forEach((to) => {
        expect(canTransition(from, to)).toBe(false);
      }),
    );
  });

  test("reaches every lower class but one", () => {
    const refused = classes.flatMap((from, i) =>
      classes.slice(i + 1).flatMap((to) => (canTransition(from, to) ? [] : [`${from} ${to}`])),
    );
    expect(refused).toEqual(["ONEZONE_IA GLACIER_IR"]);
  });
});

describe("earliestTransitionDay", () => {
  test("waits for the minimum duration, as in AWS's example", () => {
    expect(earliestTransitionDay("GLACIER_IR", 4, "DEEP_ARCHIVE")).toBe(94);
    expect(earliestTransitionDay("STANDARD_IA", 30, "GLACIER")).toBe(60);
  });

  test("waits for the age that the infrequent classes ask for", () => {
    expect(earliestTransitionDay("STANDARD", 0, "STANDARD_IA")).toBe(30);
    expect(earliestTransitionDay("INTELLIGENT_TIERING", 3, "ONEZONE_IA")).toBe(30);
    expect(earliestTransitionDay("STANDARD", 0, "GLACIER_IR")).toBe(0);
  });
});

test("limits are those of AWS's pages", () => {
  expect(S3_LIMITS).toEqual({
    lifecycleRules: 1000,
    lifecycleConfigurations: 1,
    defaultMinTransitionKB: 128,
    intelligentTieringMinMonitoredKB: 128,
    intelligentTieringDays: { infrequent: 30, archiveInstant: 90 },
    noncurrentVersionsKept: { min: 1, max: 100 },
    intelligentTieringArchiveDays: { archive: { min: 90, max: 730 }, deepArchive: { min: 180, max: 730 } },
    multipart: { maxParts: 10000, minPartMiB: 5, maxPartGiB: 5, maxObjectTiB: 48.8 },
  });
});

test("every source has a page, a copy and a date", () => {
  for (const source of Object.values(S3_SOURCES)) {
    expect(source.url).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/AmazonS3\//);
    expect(source.copy).toContain("@c39735b");
    expect(source.asOf).toBe("2026-04-13");
  }
});
