import { LUSTRE_QUOTAS } from "../../../../scripts/preflight/checks/fsx-limits";
import { checked, quotas } from "../../../helpers/preflight-check";
import { awsError } from "../../../helpers/pretended-aws";
import { LEGAL, type Change } from "../../../helpers/environment";

const P2 = { storage: "L-8F1B9C74", count: "L-FD6F2F22" };
const PLENTY = Object.fromEntries(
  [
    "L-8F1B9C74",
    "L-FD6F2F22",
    "L-C8640C82",
    "L-9AFA1F09",
    "L-AD2FC696",
    "L-C48231E5",
    "L-0CD18A5D",
    "L-B7391FCE",
    "L-736F3D6F",
  ].map((code) => [code, 1e6]),
);

interface System {
  readonly type?: string;
  readonly gib?: number;
  readonly own?: boolean;
  readonly storage?: string;
  readonly lustre?: object;
  readonly kind?: string;
}

const system = ({
  type = "PERSISTENT_2",
  gib = 0,
  own = false,
  storage = "SSD",
  lustre = {},
  kind = "LUSTRE",
}: System) => ({
  FileSystemType: kind,
  StorageType: storage,
  StorageCapacity: gib,
  LustreConfiguration: { DeploymentType: type, ...lustre },
  Tags: own ? [{ Key: "railyard:environment", Value: "sample" }] : [],
});

/** Config with another file system: keys of the sample's that it does not say are removed. */
const lustre = (config: object): Change => {
  const without = Object.fromEntries(Object.keys(LEGAL.lustre).map((key) => [key, null]));
  return { checkpoints: null, lustre: { ...without, ...config } };
};

const ask = (systems: readonly System[], limits: Record<string, number> = {}, change: Change = {}) =>
  checked(
    LUSTRE_QUOTAS,
    { ...quotas({ ...PLENTY, ...limits }), "FSx.DescribeFileSystems": { FileSystems: systems.map(system) } },
    change,
  );

const of = async (code: string, ...args: Parameters<typeof ask>) =>
  (await ask(...args)).find(({ subject }) => subject.includes(code));

test("storage and number of the deployment type are counted against their quotas", async () => {
  const systems = [{ gib: 50_000 }, { gib: 9600 }, { gib: 1200, type: "PERSISTENT_1" }, { kind: "WINDOWS", gib: 5000 }];
  const results = await ask(systems, { [P2.storage]: 100_800, [P2.count]: 100 });
  expect(results.map(({ verdict, text }) => [verdict, text])).toEqual([
    ["ok", "limit 100; 2 in use (DescribeFileSystems), 1 more needed: persistent-2-ssd"],
    ["ok", "limit 100,800 GiB; 59,600 GiB in use (DescribeFileSystems), 38,400 GiB more needed: persistent-2-ssd"],
  ]);
});

test("storage beyond the quota fails, with the request", async () => {
  const result = await of(P2.storage, [{ gib: 62_401 }], { [P2.storage]: 100_800 });
  expect(result?.verdict).toBe("failed");
  expect(result?.fix).toContain("--service-code fsx --quota-code L-8F1B9C74 --desired-value 100801");
});

test("a file system that is one's own only grows", async () => {
  const result = await of(P2.storage, [{ gib: 19_200, own: true }, { gib: 62_400 }], { [P2.storage]: 100_800 });
  expect(result?.verdict).toBe("ok");
  expect(result?.text).toContain("81,600 GiB in use (DescribeFileSystems), 19,200 GiB more needed");
  expect((await of(P2.count, [{ own: true }]))?.text).toContain("0 more needed");
});

test("scratch of both generations shares its quotas", async () => {
  const systems = [
    { type: "SCRATCH_1", gib: 3600 },
    { type: "SCRATCH_2", gib: 2400 },
  ];
  const change = lustre({ deployment: "scratch-2", capacityGiB: 4800 });
  const result = await of("L-AD2FC696", systems, {}, change);
  expect(result?.text).toContain("6,000 GiB in use (DescribeFileSystems), 4,800 GiB more needed: scratch-2");
});

test("HDD has a quota of its own for one file system", async () => {
  const change = lustre({ deployment: "persistent-1-hdd", throughput: 12, capacityGiB: 108_000 });
  const result = await of("L-736F3D6F", [{ type: "PERSISTENT_1", gib: 60_000 }], { "L-736F3D6F": 102_000 }, change);
  expect(result).toMatchObject({ verdict: "failed" });
  expect(result?.text).toBe("limit 102,000 GiB; 108,000 GiB needed: persistent-1-hdd");
  expect(await of("L-736F3D6F", [])).toBeUndefined();
});

describe("Intelligent-Tiering", () => {
  const tiered = (readCache: object) =>
    lustre({ deployment: "persistent-2-intelligent-tiering", throughputMBps: 8000, readCache });
  const other = {
    storage: "INTELLIGENT_TIERING",
    gib: 900_000,
    lustre: { ThroughputCapacity: 4000, DataReadCacheConfiguration: { SizeGiB: 1000 } },
  };

  test("counts throughput and read cache, and no storage", async () => {
    const change = tiered({ mode: "user-provisioned", sizeGiB: 2000 });
    const results = await ask([other], { "L-0CD18A5D": 12_000, "L-B7391FCE": 2999 }, change);
    expect(results.map(({ verdict, subject }) => [verdict, /L-\w+/.exec(subject)?.[0]])).toEqual([
      ["ok", "L-FD6F2F22"],
      ["ok", "L-0CD18A5D"],
      ["failed", "L-B7391FCE"],
    ]);
    expect(results[1]?.text).toContain("4,000 MBps in use (DescribeFileSystems), 8,000 MBps more needed");
  });

  test("does not count as storage of those that buy theirs", async () => {
    expect((await of(P2.storage, [other]))?.text).toContain("; 0 GiB in use");
  });

  test("with a cache whose size AWS chooses is unknown", async () => {
    const result = await of("L-B7391FCE", [], {}, tiered({ mode: "proportional" }));
    expect(result).toMatchObject({ verdict: "unknown" });
    expect(result?.fix).toContain("user-provisioned");
  });

  test("without a cache needs none", async () => {
    expect(await of("L-B7391FCE", [], {}, tiered({ mode: "none" }))).toBeUndefined();
  });
});

test("without a file system nothing is asked", async () => {
  expect(await checked(LUSTRE_QUOTAS, {}, { lustre: null, checkpoints: null })).toEqual([]);
});

test("no permission is thrown on", async () => {
  await expect(
    checked(LUSTRE_QUOTAS, { "FSx.DescribeFileSystems": awsError("AccessDeniedException") }),
  ).rejects.toThrow("AccessDeniedException");
});
