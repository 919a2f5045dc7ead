import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { readIbnetdiscover } from "../../../config/topology/ibnetdiscover";
import { labelCommands, nodeLabels } from "../../../config/topology/kueue";
import { slurmTopologyConf, slurmTopologyYaml } from "../../../config/topology/slurm";
import type { ExpectedFabric } from "../../../config/topology/fabric-tree";
import { fabricTree } from "../../../config/topology/tree";
import { fabricBlocks, fabricFile, SMALL, type Rails } from "../../helpers/ib-fabric";
import { ROOT } from "../../helpers/process";
import { testWithSlurm, topologyInSlurm } from "../../helpers/slurm-controller";

const fixture = (name: string) => readFileSync(join(ROOT, "test/fixtures/ib", name), "utf8");
const treeOf = (text: string, expected: ExpectedFabric = {}) => fabricTree(readIbnetdiscover(text), expected);
const treeWith = (change: Partial<Rails>, expected: ExpectedFabric = {}) =>
  treeOf(fabricFile({ ...SMALL, ...change }), expected);
const kinds = (tree: ReturnType<typeof treeOf>) => [...new Set(tree.faults.map(({ kind }) => kind))];
const RECORDED = treeOf(fixture("ibnetdiscover.txt"));

describe("a rail-optimised fabric", () => {
  test("is the tree that is expected of it, for Slurm in both forms", () => {
    const parsed = parse(slurmTopologyYaml(RECORDED));
    expect(parsed).toEqual(parse(fixture("topology.yaml")));
    const lines = (text: string) =>
      text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .toSorted();
    expect(lines(slurmTopologyConf(RECORDED))).toEqual(lines(fixture("topology.conf")));
  });

  test("does without the card that nobody named and those of SHARP, and says so of the first", () => {
    expect(RECORDED.faults.map(({ kind }) => kind)).toEqual(["unnamed-hca", "half-cable"]);
    expect(RECORDED.faults[0]?.message).toContain(`"MT4129 ConnectX7 Mellanox Technologies" (at su1-r0)`);
    expect(JSON.stringify(RECORDED.layers)).not.toMatch(/Aggregation|MT4129/);
  });

  test("has each server in one leaf, with a path from the root", () => {
    expect(Object.fromEntries(RECORDED.places)).toEqual({
      "gpu-a01": ["core", "su1"],
      "gpu-a02": ["core", "su1"],
      "gpu-b01": ["core", "su2"],
      "gpu-b02": ["core", "su2"],
    });
    expect(nodeLabels(RECORDED)[0]).toMatchObject({
      labels: { "railyard.dev/fabric-layer-1": "core", "railyard.dev/fabric-layer-2": "su1" },
      annotations: { "topology.slinky.slurm.net/spec": "ib:core:su1" },
    });
  });

  test("can be planned in blocks, whose sizes are the smallest leaf times powers of two", () => {
    const [, block] = parse(slurmTopologyYaml(treeWith({ units: 4 }), true));
    expect(block).toMatchObject({ topology: "ib-block", cluster_default: false, block: { block_sizes: [3, 6, 12] } });
    expect(block.block.blocks[0]).toEqual({ block: "su1", nodes: "gpu-1-[1-3]" });
  });

  testWithSlurm("is loaded by real Slurm", () => {
    const seen = topologyInSlurm(
      { yaml: slurmTopologyYaml(RECORDED, true), conf: slurmTopologyConf(RECORDED) },
      "gpu-a[01-02],gpu-b[01-02]",
    );
    expect(
      seen
        .replace(/ LinkSpeed=\d+/g, "")
        .trim()
        .split("\n"),
    ).toEqual([
      "SwitchName=core Level=1 Nodes=gpu-a[01-02],gpu-b[01-02] Switches=su[1-2]",
      "SwitchName=su1 Level=0 Nodes=gpu-a[01-02]",
      "SwitchName=su2 Level=0 Nodes=gpu-b[01-02]",
    ]);
  });
});

describe("what is wrong is told, and what is there has its topology", () => {
  const whole = treeWith({});
  const shape = (tree: ReturnType<typeof treeOf>) =>
    tree.layers.map((units) => units.map(({ name, nodes }) => [name, nodes]));
  const one = (unit: number, node: number, rail: number) => unit === 0 && node === 1 && rail === 2;

  test("nothing, where all is as it should be", () => expect(whole.faults).toEqual([]));

  test.each<[string, Partial<Rails>, string, RegExp]>([
    ["a missing card", { has: (...at) => !one(...at) }, "missing-hca", /^gpu-1-2 has 3 of 4 cards: mlx5_2 is missing$/],
    [
      "a card with the name of its maker",
      {
        name: (u, n, r) =>
          one(u, n, r) ? "MT4129 ConnectX7   Mellanox Technologies" : `gpu-${u + 1}-${n + 1} mlx5_${r}`,
      },
      "unnamed-hca",
      /calls itself "MT4129 ConnectX7 Mellanox Technologies" \(at su1-r2\)/,
    ],
    [
      "a card at the leaf of another rail",
      { leaf: (u, n, r) => (one(u, n, r) ? [0, 3] : [u, r]) },
      "other-rail",
      /^gpu-1-2 mlx5_2 is at su1-r3, where the cards of all other servers are mlx5_3: it is in no rail$/,
    ],
    [
      "a card at the leaf of another unit",
      { leaf: (u, n, r) => (one(u, n, r) ? [1, 2] : [u, r]) },
      "other-unit",
      /^gpu-1-2 mlx5_2 is at su2-r2, .*it is in no rail there$/,
    ],
    [
      "a slow link",
      { speed: (...at) => (one(...at) ? "2xNDR" : "4xNDR") },
      "slow-link",
      /^gpu-1-2 mlx5_2 runs at 200 Gbps, and most run at 400$/,
    ],
    [
      "two servers with one name",
      { name: (u, n, r) => (u === 0 && n === 1 ? `gpu-1-1 mlx5_${r}` : `gpu-${u + 1}-${n + 1} mlx5_${r}`) },
      "same-name",
      /both call themselves "gpu-1-1 mlx5_0"$/,
    ],
    [
      "a name that Slurm cannot have",
      { leafName: (u, r) => (u === 0 ? `leaf ${r}` : `su2-r${r}`) },
      "switch-name",
      /^4 switches have no name that Slurm takes/,
    ],
  ])("%s", (_, change, kind, message) => {
    const tree = treeWith(change);
    expect(kinds(tree)).toContain(kind);
    expect(tree.faults.find((fault) => fault.kind === kind)?.message).toMatch(message);
    for (const { fix } of tree.faults) expect(fix).not.toBe("");
    if (kind !== "switch-name" && kind !== "same-name") expect(shape(tree)).toEqual(shape(whole));
  });

  test("units that no spine joins", () => {
    const tree = treeWith({ uplink: (unit, _, spine) => unit === spine });
    expect(kinds(tree)).toEqual(["no-common-root"]);
    expect(tree.layers[0]).toHaveLength(2);
  });

  test("fewer servers and cards than expected", () => {
    expect(treeWith({}, { nodes: 7 }).faults.map(({ message }) => message)).toEqual(["there are 6 servers, not 7"]);
    expect(treeWith({}, { nodes: 6, hcas: 4 }).faults).toEqual([]);
    const short = treeWith({}, { hcas: 8 }).faults;
    expect(short).toHaveLength(6);
    expect(short[0]?.message).toBe("gpu-1-1 has 4 of 8 cards");
    expect(kinds(treeWith({}, { hcas: 2 }))).toEqual(["extra-hca"]);
  });
});

describe("other fabrics", () => {
  test("a leaf that has all cards of its servers is a unit of its own", () => {
    const tree = treeWith({ leaf: (unit, node) => [unit, node] });
    expect(tree.faults).toEqual([]);
    expect(tree.layers.at(-1)?.map(({ name }) => name)).toEqual([
      "su1-r0",
      "su1-r1",
      "su1-r2",
      "su2-r0",
      "su2-r1",
      "su2-r2",
    ]);
  });

  test("three layers: leaves of a pod, spines of the pod, and what joins the pods", () => {
    // pods of two units; spines 0 and 1 are the first pod's, 2 and 3 the second's
    const blocks = fabricBlocks({
      ...SMALL,
      units: 4,
      spines: 4,
      uplink: (unit, _, spine) => unit >> 1 === spine >> 1,
    });
    const ids = blocks.flatMap((text) => /Switch\s+65 "(S-b[^"]+)"/.exec(text)?.[1] ?? []);
    const core = ids.map((id, at) => `[${at + 1}]\t"${id}"[60]\t\t# "spine" lid 1 4xNDR`).join("\n");
    const joined = blocks.map((text) =>
      ids.some((id) => text.includes(`65 "${id}"`))
        ? `${text}[60]\t"S-d000000000000000"[1]\t\t# "x" lid 1 4xNDR\n`
        : text,
    );
    const tree = treeOf([...joined, `Switch\t65 "S-d000000000000000"\t\t# "MF0;top-1:Q/U1"\n${core}\n`].join("\n"));
    expect(tree.faults).toEqual([]);
    expect(tree.layers.map((units) => units.length)).toEqual([1, 2, 4]);
    expect(tree.places.get("gpu-4-1")).toEqual(["core", tree.layers[1]![1]!.name, "su4"]);
  });
});

test("the order in which ibnetdiscover found things changes nothing", () => {
  const blocks = fabricBlocks({ ...SMALL, has: (unit, node, rail) => unit + node + rail > 0 });
  const plain = treeOf(blocks.join("\n"));
  fc.assert(
    fc.property(fc.shuffledSubarray(blocks, { minLength: blocks.length }), (shuffled) => {
      const { layers, places, faults } = treeOf(shuffled.join("\n"));
      expect({ layers, faults, places: [...places] }).toEqual({
        layers: plain.layers,
        faults: plain.faults,
        places: [...plain.places],
      });
    }),
    { numRuns: 30 },
  );
});

test("every server is in exactly one leaf, whichever cards are missing or wired wrongly", () => {
  fc.assert(
    fc.property(
      fc.record({
        units: fc.integer({ min: 1, max: 4 }),
        nodesPerUnit: fc.integer({ min: 1, max: 5 }),
        rails: fc.integer({ min: 1, max: 8 }),
        spines: fc.integer({ min: 1, max: 3 }),
        seed: fc.integer(),
      }),
      ({ seed, ...rails }) => {
        const dice = (...at: number[]) => at.reduce((sum, one) => (sum * 31 + one * 7 + seed) >>> 0, 17) % 9;
        const tree = treeOf(
          fabricFile({
            ...rails,
            has: (...at) => dice(...at) !== 0,
            leaf: (unit, node, rail) => [dice(unit, node, rail) === 1 ? 0 : unit, rail],
          }),
        );
        const placed = tree.layers.at(-1)?.flatMap(({ nodes }) => nodes) ?? [];
        expect(new Set(placed).size).toBe(placed.length);
        expect(new Set(placed)).toEqual(new Set(tree.hcas.map(({ node }) => node)));
        const names = tree.layers.flat().map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      },
    ),
    { numRuns: 60 },
  );
});

test("10,000 servers take seconds", () => {
  const text = fabricFile({ units: 157, nodesPerUnit: 64, rails: 8, spines: 32 });
  const started = process.cpuUsage();
  const tree = treeOf(text, { hcas: 8 });
  const yaml = slurmTopologyYaml(tree, true);
  const { user, system } = process.cpuUsage(started);
  expect([tree.places.size, tree.layers.at(-1)?.length, tree.faults.length]).toEqual([10_048, 157, 0]);
  expect(yaml.length).toBeLessThan(100_000);
  for (const line of labelCommands(tree).split("\n")) expect(line.length).toBeLessThan(32_000);
  expect((user + system) / 1e6).toBeLessThan(15);
});
