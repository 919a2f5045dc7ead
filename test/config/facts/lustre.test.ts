import {
  automaticMetadataIops,
  baselineMBps,
  capacityIncrementGiB,
  capacityStep,
  LUSTRE_CLIENT_GBPS,
  LUSTRE_DEPLOYMENTS,
  LUSTRE_INTELLIGENT_TIERING,
  LUSTRE_LIMITS,
  LUSTRE_METADATA_IOPS,
  LUSTRE_PORTS,
  LUSTRE_SOURCES,
  LUSTRE_VERSION,
  type LustreDeployment,
  type LustreDeploymentFacts,
  type LustreSize,
  objectServers,
  serverAddresses,
} from "../../../config/facts/lustre";

const size = (over: Partial<LustreSize>): LustreSize => ({
  deployment: "persistent-2-ssd",
  throughput: 125,
  efa: false,
  capacityGiB: 1200,
  throughputMBps: null,
  metadataIops: null,
  ...over,
});

describe("capacity steps", () => {
  test.each<[LustreDeployment, number | null, boolean, number]>([
    ["scratch-1", null, false, 3600],
    ["scratch-2", null, false, 2400],
    ["persistent-1-ssd", 50, false, 2400],
    ["persistent-1-ssd", 200, false, 2400],
    ["persistent-1-hdd", 12, false, 6000],
    ["persistent-1-hdd", 40, false, 1800],
    ["persistent-2-ssd", 125, false, 2400],
    ["persistent-2-ssd", 1000, false, 2400],
    ["persistent-2-ssd", 125, true, 38400],
    ["persistent-2-ssd", 250, true, 19200],
    ["persistent-2-ssd", 500, true, 9600],
    ["persistent-2-ssd", 1000, true, 4800],
  ])("%s at %s MB/s/TiB, EFA %s, grows by %s GiB", (deployment, throughput, efa, increment) => {
    expect(capacityIncrementGiB(deployment, throughput, efa)).toBe(increment);
  });

  test("starts below the multiples without EFA, and nowhere else", () => {
    expect(capacityStep("scratch-1", null, false)?.firstGiB).toEqual([1200, 2400]);
    expect(capacityStep("scratch-2", null, false)?.firstGiB).toEqual([1200]);
    expect(capacityStep("persistent-2-ssd", 500, false)?.firstGiB).toEqual([1200]);
    expect(capacityStep("persistent-2-ssd", 500, true)?.firstGiB).toEqual([]);
    expect(capacityStep("persistent-1-hdd", 40, false)?.firstGiB).toEqual([]);
  });

  test.each<[string, LustreDeployment, number | null, boolean]>([
    ["EFA on PERSISTENT_1", "persistent-1-ssd", 50, true],
    ["EFA on scratch", "scratch-2", null, true],
    ["a tier of another deployment", "persistent-2-ssd", 50, false],
    ["a tier where there is none", "scratch-2", 125, false],
    ["no tier where one is needed", "persistent-2-ssd", null, false],
    ["a capacity for Intelligent-Tiering", "persistent-2-intelligent-tiering", null, false],
    ["a capacity for Intelligent-Tiering with EFA", "persistent-2-intelligent-tiering", null, true],
  ])("knows no step for %s", (_what, deployment, throughput, efa) => {
    expect(capacityStep(deployment, throughput, efa)).toBeNull();
    expect(capacityIncrementGiB(deployment, throughput, efa)).toBeNull();
  });
});

describe("the matrix", () => {
  test.each<[LustreDeployment, string, string, number[]]>([
    ["scratch-1", "SCRATCH_1", "SSD", []],
    ["scratch-2", "SCRATCH_2", "SSD", []],
    ["persistent-1-ssd", "PERSISTENT_1", "SSD", [50, 100, 200]],
    ["persistent-1-hdd", "PERSISTENT_1", "HDD", [12, 40]],
    ["persistent-2-ssd", "PERSISTENT_2", "SSD", [125, 250, 500, 1000]],
    ["persistent-2-intelligent-tiering", "PERSISTENT_2", "INTELLIGENT_TIERING", []],
  ])("%s is %s on %s with tiers %j", (deployment, deploymentType, storageType, throughputs) => {
    expect(LUSTRE_DEPLOYMENTS[deployment]).toMatchObject({ deploymentType, storageType, throughputs });
  });

  const entries = Object.entries(LUSTRE_DEPLOYMENTS) as [LustreDeployment, LustreDeploymentFacts][];
  const having = (test: (facts: LustreDeploymentFacts) => boolean) =>
    entries.filter(([, facts]) => test(facts)).map(([name]) => name);

  test("has EFA and metadata configurations on PERSISTENT_2 alone", () => {
    const persistent2 = having((facts) => facts.deploymentType === "PERSISTENT_2");
    expect(having((facts) => facts.efa)).toEqual(persistent2);
    expect(having((facts) => facts.metadata !== "none")).toEqual(persistent2);
    expect(having((facts) => facts.metadata === "required")).toEqual(["persistent-2-intelligent-tiering"]);
  });

  test("links no data repository to SCRATCH_1 and Intelligent-Tiering", () => {
    expect(having((facts) => !facts.dataRepositories)).toEqual(["scratch-1", "persistent-2-intelligent-tiering"]);
  });

  test("backs nothing up on scratch, and grows all but SCRATCH_1", () => {
    expect(having((facts) => !facts.backups)).toEqual(["scratch-1", "scratch-2"]);
    expect(having((facts) => !facts.grows)).toEqual(["scratch-1"]);
  });

  test("knows the versions that AWS would take, and the one to set", () => {
    expect(having((facts) => facts.defaultVersion === "2.10")).toEqual([
      "scratch-1",
      "scratch-2",
      "persistent-1-ssd",
      "persistent-1-hdd",
    ]);
    expect(LUSTRE_DEPLOYMENTS["persistent-2-ssd"].defaultVersion).toBe("2.12");
    expect(LUSTRE_VERSION).toBe("2.15");
  });

  test("has a step for every tier", () => {
    for (const [name, facts] of entries)
      for (const tier of facts.throughputs) {
        expect(capacityStep(name, tier, false)).not.toBeNull();
        expect(capacityStep(name, tier, true) !== null).toBe(facts.efa);
      }
  });
});

describe("automaticMetadataIops", () => {
  test.each([
    [1200, 1500],
    [2400, 3000],
    [4800, 6000],
    [9600, 6000],
    [12000, 12000],
    [45600, 12000],
    [48000, 24000],
    [69600, 24000],
    [72000, 36000],
    [384000, 192000],
    [4800000, 192000],
    [0, 0],
  ])("gives %s GiB %s IOPS", (capacityGiB, iops) => {
    expect(automaticMetadataIops(capacityGiB)).toBe(iops);
  });
});

describe("server addresses", () => {
  test.each([
    [1200, 2],
    [2400, 2],
    [4800, 3],
    [9600, 5],
    [50400, 22],
  ])("a scratch file system of %s GiB has the %s servers of AWS's table", (capacityGiB, servers) => {
    expect(serverAddresses(size({ deployment: "scratch-2", throughput: null, capacityGiB }))).toBe(servers);
  });

  test("EFA makes fewer, larger servers", () => {
    const capacityGiB = 38400;
    expect(objectServers(size({ capacityGiB }))).toBe(16);
    expect(objectServers(size({ capacityGiB, efa: true }))).toBe(1);
    expect(objectServers(size({ capacityGiB, efa: true, throughput: 1000 }))).toBe(8);
  });

  test.each([
    [null, 1],
    [1500, 1],
    [12000, 1],
    [24000, 2],
    [192000, 16],
  ])("metadata of %s IOPS takes %s of them", (metadataIops, servers) => {
    expect(serverAddresses(size({ metadataIops }))).toBe(1 + servers);
  });

  test("Intelligent-Tiering has one for each 4000 MB/s", () => {
    const tiering = { deployment: "persistent-2-intelligent-tiering", throughput: null, capacityGiB: null } as const;
    expect(serverAddresses(size({ ...tiering, throughputMBps: 12000, metadataIops: 6000 }))).toBe(4);
    expect(serverAddresses(size({ ...tiering, throughputMBps: null }))).toBeNull();
  });

  test("HDD and SCRATCH_1 count by their own server sizes", () => {
    expect(objectServers(size({ deployment: "persistent-1-hdd", throughput: 12, capacityGiB: 12000 }))).toBe(2);
    expect(objectServers(size({ deployment: "persistent-1-hdd", throughput: 40, capacityGiB: 18000 }))).toBe(10);
    expect(objectServers(size({ deployment: "scratch-1", throughput: null, capacityGiB: 7200 }))).toBe(2);
  });

  test("is unknown for a size that AWS does not make", () => {
    expect(serverAddresses(size({ deployment: "scratch-2", throughput: null, efa: true }))).toBeNull();
    expect(serverAddresses(size({ capacityGiB: null }))).toBeNull();
  });
});

describe("baselineMBps", () => {
  test("is the tier for each TiB of 1024 GiB", () => {
    expect(baselineMBps(size({ throughput: 1000, capacityGiB: 4800, efa: true }))).toBe(4687.5);
    expect(baselineMBps(size({ throughput: 125, capacityGiB: 38400, efa: true }))).toBe(4687.5);
  });

  test("is 200 for scratch, and unknown for Intelligent-Tiering", () => {
    expect(baselineMBps(size({ deployment: "scratch-2", throughput: null, capacityGiB: 10240 }))).toBe(2000);
    const tiering = size({ deployment: "persistent-2-intelligent-tiering", throughput: null, capacityGiB: null });
    expect(baselineMBps(tiering)).toBeNull();
  });
});

test("limits are those of AWS's pages", () => {
  expect(LUSTRE_CLIENT_GBPS).toEqual({
    tcp: 100,
    tcpPerServer: 5,
    enaExpress: 100,
    efa: 700,
    efaWithGpuDirectStorage: 1200,
  });
  expect(LUSTRE_METADATA_IOPS.ssd).toEqual({ steps: [1500, 3000, 6000], multiple: 12000, max: 192000 });
  expect(LUSTRE_METADATA_IOPS.intelligentTiering).toEqual([6000, 12000]);
  expect(LUSTRE_INTELLIGENT_TIERING).toMatchObject({ throughputStepMBps: 4000, throughputMaxMBps: 2000000 });
  expect(LUSTRE_INTELLIGENT_TIERING.readCacheGiB).toEqual({ min: 32, max: 131072 });
  expect(LUSTRE_LIMITS).toMatchObject({ efaConnections: 1024, dataRepositoryAssociations: 8, exportBacklogDays: 14 });
  expect(LUSTRE_PORTS).toEqual([
    { from: 988, to: 988 },
    { from: 1018, to: 1023 },
  ]);
});

test("every source has a page and a copy", () => {
  for (const source of Object.values(LUSTRE_SOURCES)) {
    expect(source.url).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/fsx\/latest\/LustreGuide\/[a-z-]+\.html$/);
    expect(source.copy).toMatch(/^crowecawcaw\/aws-docs-history/);
  }
});
