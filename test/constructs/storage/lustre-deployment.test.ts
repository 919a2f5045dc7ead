import { Token } from "cdktf";
import fc from "fast-check";
import {
  lustreAttributes,
  type LustreBackups,
  type LustreDeployment,
} from "../../../constructs/storage/lustre-deployment";

const finalBackup = fc.constantFrom("take" as const, "skip" as const);
const unlinked: fc.Arbitrary<Exclude<LustreBackups, { policy: "linked-to-s3" }>> = fc.oneof(
  fc.record(
    {
      policy: fc.constant("daily" as const),
      retentionDays: fc.integer({ min: 1, max: 90 }),
      startTime: fc.constant("02:30"),
      finalBackup,
    },
    { requiredKeys: ["policy", "retentionDays", "finalBackup"] },
  ),
  fc.record({ policy: fc.constant("none" as const), finalBackup }),
);
const backups: fc.Arbitrary<LustreBackups> = fc.oneof(unlinked, fc.constant({ policy: "linked-to-s3" as const }));
const capacityGiB = fc.integer({ min: 1, max: 100 }).map((n) => n * 2400);
const kmsKeyArn = fc.option(fc.constant("arn:aws:kms:us-east-1:123456789012:key/k"), { nil: undefined });
const persistent = { capacityGiB, kmsKeyArn, backups };

const deployments: fc.Arbitrary<LustreDeployment> = fc.oneof(
  fc.record({ type: fc.constant("scratch-2" as const), capacityGiB }),
  fc.record({
    type: fc.constant("persistent-1-ssd" as const),
    throughputMBpsPerTiB: fc.constantFrom(50 as const, 100 as const, 200 as const),
    ...persistent,
  }),
  fc.record({
    type: fc.constant("persistent-1-hdd" as const),
    throughputMBpsPerTiB: fc.constantFrom(12 as const, 40 as const),
    readCache: fc.boolean(),
    ...persistent,
  }),
  fc.record({
    type: fc.constant("persistent-2-ssd" as const),
    throughputMBpsPerTiB: fc.constantFrom(125 as const, 250 as const, 500 as const, 1000 as const),
    efa: fc.boolean(),
    metadata: fc.oneof(
      fc.constant({ mode: "automatic" as const }),
      fc.record({ mode: fc.constant("user-provisioned" as const), iops: fc.constantFrom(1500, 6000, 12000) }),
    ),
    ...persistent,
  }),
  fc.record({
    type: fc.constant("persistent-2-intelligent-tiering" as const),
    throughputMBps: fc.integer({ min: 1, max: 500 }).map((n) => n * 4000),
    metadataIops: fc.constantFrom(6000 as const, 12000 as const),
    readCache: fc.oneof(
      fc.constantFrom({ mode: "none" as const }, { mode: "proportional" as const }),
      fc.record({ mode: fc.constant("user-provisioned" as const), sizeGiB: fc.integer({ min: 32, max: 131072 }) }),
    ),
    efa: fc.boolean(),
    kmsKeyArn,
    backups: unlinked,
  }),
);

/** What FSx would refuse, from its matrix of types; written apart from the source. */
function refused(a: ReturnType<typeof lustreAttributes>): string[] {
  const persistentType = a.deploymentType !== "SCRATCH_2";
  const tiering = a.storageType === "INTELLIGENT_TIERING";
  const p2 = a.deploymentType === "PERSISTENT_2";
  const tiers: Record<string, number[]> = {
    "PERSISTENT_1 SSD": [50, 100, 200],
    "PERSISTENT_1 HDD": [12, 40],
    "PERSISTENT_2 SSD": [125, 250, 500, 1000],
  };
  const legalTiers = tiers[`${a.deploymentType} ${a.storageType}`];
  const days = a.automaticBackupRetentionDays;
  const problems: Record<string, boolean> = {
    "a known type": !["SCRATCH_2", "PERSISTENT_1", "PERSISTENT_2"].includes(a.deploymentType ?? ""),
    "Lustre 2.15": a.fileSystemTypeVersion !== "2.15",
    "an explicit storage type": a.storageType === undefined,
    "capacity or throughput, never both": (a.storageCapacity === undefined) === (a.throughputCapacity === undefined),
    "no capacity for Intelligent-Tiering": tiering !== (a.storageCapacity === undefined),
    "throughput per TiB of the type": legalTiers
      ? !legalTiers.includes(a.perUnitStorageThroughput ?? 0)
      : a.perUnitStorageThroughput !== undefined,
    "drive cache on HDD only": (a.storageType === "HDD") !== (a.driveCacheType !== undefined),
    "read cache on Intelligent-Tiering only": tiering !== (a.dataReadCacheConfiguration !== undefined),
    "metadata on PERSISTENT_2 only, and always": p2 !== (a.metadataConfiguration !== undefined),
    "iops exactly when provisioned":
      (a.metadataConfiguration?.mode === "USER_PROVISIONED") !== (a.metadataConfiguration?.iops !== undefined),
    "cache size exactly when provisioned":
      (a.dataReadCacheConfiguration?.sizingMode === "USER_PROVISIONED") !==
      (a.dataReadCacheConfiguration?.size !== undefined),
    "EFA said on PERSISTENT_2 only": p2 !== (a.efaEnabled !== undefined),
    "an explicit final backup": typeof a.skipFinalBackup !== "boolean",
    "no backups of scratch": !persistentType && (!a.skipFinalBackup || days !== undefined),
    "explicit retention": persistentType && !(Number.isInteger(days) && days! >= 0 && days! <= 90),
    "start time only with daily backups": a.dailyAutomaticBackupStartTime !== undefined && !(days! > 0),
    "no key on scratch": !persistentType && a.kmsKeyId !== undefined,
    "tags on backups where there are any": persistentType !== (a.copyTagsToBackups !== undefined),
    "no legacy S3 link": a.importPath !== undefined || a.exportPath !== undefined || a.autoImportPolicy !== undefined,
  };
  return Object.keys(problems).filter((name) => problems[name]);
}

describe("lustreAttributes", () => {
  test("gives FSx a legal combination for every deployment the types allow", () => {
    fc.assert(
      fc.property(deployments, (deployment) => expect(refused(lustreAttributes(deployment))).toEqual([])),
      {
        numRuns: 500,
      },
    );
  });

  test("loses nothing that was said", () => {
    fc.assert(
      fc.property(deployments, (d) => {
        const a = lustreAttributes(d);
        if ("capacityGiB" in d) expect(a.storageCapacity).toBe(d.capacityGiB);
        if ("throughputMBpsPerTiB" in d) expect(a.perUnitStorageThroughput).toBe(d.throughputMBpsPerTiB);
        if ("throughputMBps" in d) expect(a.throughputCapacity).toBe(d.throughputMBps);
        if ("efa" in d) expect(a.efaEnabled).toBe(d.efa);
        if ("metadataIops" in d) expect(a.metadataConfiguration?.iops).toBe(d.metadataIops);
        if ("kmsKeyArn" in d) expect(a.kmsKeyId).toBe(d.kmsKeyArn);
      }),
    );
  });

  test("takes no backup of any kind where data repositories are linked", () => {
    fc.assert(
      fc.property(deployments, (d) => {
        fc.pre("backups" in d);
        const a = lustreAttributes({ ...d, backups: { policy: "linked-to-s3" } } as LustreDeployment);
        expect([a.automaticBackupRetentionDays, a.skipFinalBackup]).toEqual([0, true]);
      }),
    );
  });

  const p2 = (policy: LustreBackups) =>
    lustreAttributes({
      type: "persistent-2-ssd",
      capacityGiB: 4800,
      throughputMBpsPerTiB: 1000,
      efa: true,
      metadata: { mode: "automatic" },
      backups: policy,
    });

  test.each([
    [{ policy: "daily", retentionDays: 7, startTime: "02:30", finalBackup: "take" }, 7, "02:30", false],
    [{ policy: "daily", retentionDays: 90, finalBackup: "skip" }, 90, undefined, true],
    [{ policy: "none", finalBackup: "take" }, 0, undefined, false],
    [{ policy: "none", finalBackup: "skip" }, 0, undefined, true],
    [{ policy: "linked-to-s3" }, 0, undefined, true],
  ] as const)("backups %j", (policy, days, start, skip) => {
    expect(p2(policy)).toMatchObject({ automaticBackupRetentionDays: days, skipFinalBackup: skip });
    expect(p2(policy).dailyAutomaticBackupStartTime).toBe(start);
  });

  test("names every type and cache as the API does", () => {
    const capacity = { capacityGiB: 12000, backups: { policy: "linked-to-s3" } } as const;
    const hdd = (cache: boolean) =>
      lustreAttributes({ type: "persistent-1-hdd", throughputMBpsPerTiB: 12, readCache: cache, ...capacity });
    expect(lustreAttributes({ type: "scratch-2", capacityGiB: 1200 })).toEqual({
      deploymentType: "SCRATCH_2",
      fileSystemTypeVersion: "2.15",
      storageType: "SSD",
      storageCapacity: 1200,
      skipFinalBackup: true,
    });
    expect(hdd(true)).toMatchObject({ deploymentType: "PERSISTENT_1", storageType: "HDD", driveCacheType: "READ" });
    expect(hdd(false).driveCacheType).toBe("NONE");
    expect(p2({ policy: "linked-to-s3" })).toMatchObject({
      deploymentType: "PERSISTENT_2",
      storageType: "SSD",
      efaEnabled: true,
      metadataConfiguration: { mode: "AUTOMATIC" },
    });
  });

  const tiering = (change: object) =>
    lustreAttributes({
      type: "persistent-2-intelligent-tiering",
      throughputMBps: 4000,
      metadataIops: 6000,
      readCache: { mode: "none" },
      efa: false,
      backups: { policy: "none", finalBackup: "take" },
      ...change,
    });

  test.each([
    [{ mode: "none" }, { sizingMode: "NO_CACHE" }],
    [{ mode: "proportional" }, { sizingMode: "PROPORTIONAL_TO_THROUGHPUT_CAPACITY" }],
    [
      { mode: "user-provisioned", sizeGiB: 64 },
      { sizingMode: "USER_PROVISIONED", size: 64 },
    ],
  ] as const)("read cache %j", (readCache, expected) => {
    expect(tiering({ readCache }).dataReadCacheConfiguration).toEqual(expected);
  });

  test.each([0, -4000, 3999, 6000, 4000.5])("fails on Intelligent-Tiering throughput of %p", (throughputMBps) => {
    expect(() => tiering({ throughputMBps })).toThrow(
      `throughputMBps is ${throughputMBps}; FSx for Lustre takes a positive multiple of 4000`,
    );
  });

  test.each([0, -1, 1.5])("fails on a read cache of %p GiB", (sizeGiB) => {
    expect(() => tiering({ readCache: { mode: "user-provisioned", sizeGiB } })).toThrow(/readCache\.sizeGiB is/);
  });

  test.each([0, -1200, 1200.5, NaN])("fails on a capacity of %p GiB", (size) => {
    expect(() => lustreAttributes({ type: "scratch-2", capacityGiB: size })).toThrow(
      `capacityGiB is ${size}; FSx for Lustre takes a whole number of at least 1`,
    );
  });

  test("takes a capacity that only Terraform knows", () => {
    const late = Token.asNumber({ resolve: () => 2400 });
    expect(lustreAttributes({ type: "scratch-2", capacityGiB: late }).storageCapacity).toBe(late);
  });

  test.each([0, 91, 1.5])("fails on %p days of daily backups", (retentionDays) => {
    expect(() => p2({ policy: "daily", retentionDays, finalBackup: "skip" })).toThrow(
      `backups.retentionDays is ${retentionDays}; FSx keeps daily backups for 1 to 90 days`,
    );
  });

  test("fails on metadata IOPS of 0", () => {
    expect(() =>
      lustreAttributes({
        type: "persistent-2-ssd",
        capacityGiB: 4800,
        throughputMBpsPerTiB: 125,
        efa: false,
        metadata: { mode: "user-provisioned", iops: 0 },
        backups: { policy: "linked-to-s3" },
      }),
    ).toThrow(/metadata\.iops is 0/);
  });
});

test("a linked file system, which takes no backups, asks for no tags on them", () => {
  const tags = (backups: LustreBackups) =>
    lustreAttributes({ type: "persistent-1-ssd", throughputMBpsPerTiB: 100, capacityGiB: 2400, backups })
      .copyTagsToBackups;
  expect(tags({ policy: "linked-to-s3" })).toBe(false);
  expect(tags({ policy: "none", finalBackup: "take" })).toBe(true);
});
