import { INSTANCE_TYPES } from "../../../../config/facts/instance-types";
import { nvlinkDomain } from "../../../../scripts/lib/environments/nvlink";
import { dataSheet } from "../../../../scripts/commands/describe/sheet";
import { sheetText } from "../../../../scripts/commands/describe/text";
import { sample, type Change } from "../../../helpers/environment";

const sheet = (change: Change = {}) => dataSheet(sample(change).env);
const text = (change: Change = {}) => sheetText(sheet(change));
const onDemand = { kind: "on-demand" };

test("counts at full size", () => {
  expect(sheet()).toMatchObject({
    environment: "sample",
    gpus: { count: 32, memoryGiB: 32 * 80, byModel: [{ model: "H100-80GB", count: 32, memoryGiB: 80 }] },
    nodes: 7,
    vcpus: 4 * 192 + 3 * 16,
    memoryGiB: 4 * 2048 + 3 * 64,
    fabricGbps: 4 * 3200,
    nvmeGB: 4 * 30_400,
    systemNodes: { count: 3, instanceType: "m7i.xlarge", vcpus: 12, memoryGiB: 48 },
  });
});

test("GPUs of one model in two groups are one row", () => {
  const { gpus } = sheet({
    nodeGroups: { more: { instanceType: "p5.48xlarge", nodes: 2 }, big: { instanceType: "p5en.48xlarge", nodes: 1 } },
  });
  expect(gpus.byModel.map(({ model, count }) => [model, count])).toEqual([
    ["H100-80GB", 48],
    ["H200-141GB", 8],
  ]);
});

describe("bisection", () => {
  test.each([
    [4, 2 * 3200],
    [5, 2 * 3200],
    [1, null],
  ])("of %s nodes is %s Gbps", (nodes, gbps) => {
    const [h100] = sheet({ nodeGroups: { h100: { nodes } } }).nodeGroups;
    expect(h100?.fabric).toMatchObject({ kind: "efa", gbpsPerNode: 3200, bisectionGbps: gbps });
  });

  test("comes with what it takes for granted", () => {
    expect(text()).toMatch(/h100 +8 GPUs.* 32 +3,200 +12,800 +6,400\n {2}bisection = half of the nodes/);
  });

  test("is neither unknown nor a number where there is no EFA", () => {
    const change = {
      nodeGroups: { h100: { instanceType: "g6e.12xlarge", fabric: { kind: "none" }, capacity: onDemand } },
    };
    expect(sheet(change)).toMatchObject({ fabricGbps: 0 });
    expect(text(change)).toMatch(/EFA +none/);
    expect(text(change)).not.toMatch(/bisection =/);
  });
});

test.each([
  ["p5.48xlarge", 4, 8, 1],
  ["p5.4xlarge", 4, 1, 1],
  ["p6e-gb200.36xlarge", 18, 72, 18],
  ["p6e-gb200.36xlarge", 9, 36, 9],
  ["p6e-gb200.36xlarge", 4, null, null],
  ["g6e.12xlarge", 1, null, null],
] as const)("the NVLink domain of %s on %s nodes", (type, nodes, gpus, over) => {
  expect(nvlinkDomain(INSTANCE_TYPES[type], nodes)).toMatchObject({ gpus, nodes: over });
});

test("without GPUs there is no NVLink domain", () => expect(nvlinkDomain(INSTANCE_TYPES["m7i.large"], 4)).toBeNull());

describe("failures", () => {
  test("a pool is told how many of its nodes are spares: as many as the others need, and no more", () => {
    const { spares } = sheet({ nodeGroups: { h100: { nodes: 2048 / 8 } } }).failures;
    expect(spares).toEqual({
      repairHours: 24,
      share: 0.95,
      pools: [{ pool: "h100", nodes: 256, low: 3, high: 4 }],
    });
    // chance that more than so many of a node's failures in a day are there at once, by hand
    const atMost = (mean: number, most: number) =>
      Array.from({ length: most + 1 }, (_, k) => (Math.exp(-mean) * mean ** k) / [1, 1, 2, 6, 24][k]!).reduce(
        (sum, term) => sum + term,
      );
    expect([atMost(252 * 0.0065, 4) >= 0.95, atMost(253 * 0.0065, 3) >= 0.95]).toEqual([true, false]);
    expect(sheet({ nodeGroups: { h100: { nodes: 1 } } }).failures.spares.pools[0]).toMatchObject({ low: 0, high: 0 });
  });

  test("are a range by the published rates", () => {
    const { failures } = sheet({ nodeGroups: { h100: { nodes: 2048 / 8 } } });
    expect(failures.nodes).toBe(256);
    expect(failures.perDay?.low).toBeCloseTo((256 * 419) / (54 * 2048));
    expect(failures.perDay?.high).toBeCloseTo(256 * 0.0065);
    expect(failures.hoursBetween?.low).toBeCloseTo(24 / (256 * 0.0065));
    expect(failures.hoursBetween?.high).toBeCloseTo((24 * 54 * 2048) / (256 * 419));
  });

  test("say what is not counted, and what is an assumption", () => {
    const { notes } = sheet({ nodeGroups: { b200: { instanceType: "p6-b200.48xlarge", nodes: 2 } } }).failures;
    expect(notes[0]).toBe(
      "The rates were measured on H100 and A100: that they hold for p6-b200.48xlarge is an assumption.",
    );
    expect(notes[1]).toMatch(/^Unknown, and not counted: m7i\.4xlarge\./);
    expect(sheet().failures.notes.join(" ")).not.toMatch(/assumption/);
    expect(text()).toMatch(/failures +0\.\d\d to 0\.\d\d a day, of \d+ of \d+ nodes; unknown of the others\n/);
    expect(text({ nodeGroups: { cpu: null }, slurm: null })).toMatch(/failures +0\.\d\d to 0\.\d\d a day\n/);
  });

  test("are unknown where no rate is of such nodes", () => {
    const change = {
      nodeGroups: { h100: { instanceType: "g6e.12xlarge", fabric: { kind: "none" }, capacity: onDemand } },
    };
    expect(sheet(change).failures).toMatchObject({ nodes: 0, perDay: null, hoursBetween: null });
    expect(text(change)).toMatch(/failures +unknown/);
  });

  test("come with their formula, source and day", () => {
    expect(text()).toMatch(/formula +failures a day = nodes × failures in 1000 node-days ÷ 1000/);
    expect(text()).toMatch(/rate, H100 +3\.79 in 1000 node-days: 419 .*arxiv\.org\/abs\/2407\.21783, 2024-07-31/);
    expect(text()).toMatch(/rate, A100 +6\.50 .*arxiv\.org\/abs\/2410\.21680, 2024-10-29/);
  });
});

describe("what is not known is said", () => {
  test("power", () => {
    expect(sheet().power.watts).toBeNull();
    expect(text()).toMatch(/power +unknown: AWS does not publish/);
  });

  test("prices", () => {
    const change = {
      region: "eu-south-1",
      network: { zones: ["eu-south-1a", "eu-south-1b"] },
      nodeGroups: { h100: { capacity: { zone: "eu-south-1a" } } },
    };
    expect(sheet(change).cost.unknown).toContain("node group h100: 4 × p5.48xlarge");
    expect(text(change)).toMatch(/cost +\$[\d.]+ an hour, and unknown: node group h100: /);
    expect(text(change)).toMatch(/GPU-hours +[\d,]+ a month; their cost is unknown/);
  });

  test("local disks make the sum unknown, and none make it none", () => {
    const none = {
      nodeGroups: { h100: { instanceType: "m7i.4xlarge", capacity: onDemand } },
      checkpoints: null,
      slurm: null,
    };
    expect(sheet(none).nvmeGB).toBe(0);
    expect(text(none)).toMatch(/local NVMe +none/);
    expect(text(none)).toMatch(/GPUs +none/);
  });
});

test("storage: GB/s and tiers", () => {
  const { storage } = sheet({ checkpoints: { archive: {}, cold: { expireAfterDays: 400 } } });
  expect(storage.lustre).toMatchObject({ capacityGiB: 38400, readGBps: 9.375, efa: true });
  expect(storage.tiers.map(({ name }) => name)).toEqual(["warm", "cold", "archive"]);
  expect(text()).toMatch(/Lustre +38,400 GiB, 9\.4 GB\/s, 12,000 metadata IOPS, persistent-2-ssd with EFA/);
  expect(text()).toMatch(/warm +Lustre, \/fsx\/checkpoints, the last 24 of a run/);
  expect(text()).not.toContain("contents of the last");
  expect(text({ checkpoints: { warm: { keepLast: 24, keepData: 3 } } })).toMatch(
    /warm .*the last 24 of a run, contents of the last 3 alone, once tiers\.sbatch has released the others/,
  );
  const tasks = { release: { afterDays: 1 }, import: { days: [] } };
  expect(text({ checkpoints: { warm: { keepLast: 24, tasks } } })).toMatch(
    /warm .*of a run, on demand: import, daily at 04:00 UTC: contents that nobody has used for 1 day are released/,
  );
  expect(text({ checkpoints: { cold: { expireAfterDays: 400 } } })).toMatch(/cold .*deleted after 400 days/);
  expect(text({ checkpoints: {} })).toMatch(/cold .*kept for ever/);
  const foreign = text({ checkpoints: { bucket: { kind: "existing", name: "somebodys" } } });
  expect(foreign).toMatch(/cold .*s3:\/\/somebodys\/checkpoints\/, how long objects are kept is unknown/);
  expect(foreign).not.toContain("kept for ever");
  const last = text({ checkpoints: { cold: { keepLast: 100 } } });
  expect(last).toMatch(/cold .*the last 100 of a run/);
  expect(last).not.toContain("kept for ever");
  expect(text({ lustre: null, checkpoints: null })).toMatch(/Storage\n {2}none/);
});

test("partitions", () => {
  expect(sheet().partitions).toEqual([
    { name: "train", nodeGroups: ["h100"], nodes: 4, gpus: 32, maxHours: 336, defaultHours: 24, default: true },
  ]);
  expect(text({ slurm: null })).toMatch(/Slurm partitions\n {2}none/);
});

test("no text has a hole", () => expect(text()).not.toMatch(/undefined|null|NaN|\[object/));
