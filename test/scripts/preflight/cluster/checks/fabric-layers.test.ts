import { FABRIC_LAYERS } from "../../../../../scripts/preflight/cluster/checks/fabric-layers";
import { DGX, poolOf } from "../../../../helpers/pools";
import { findingsOf, node, nodes, SUBJECT } from "../../../../helpers/pretended-cluster";

const layered = { nodeGroups: [poolOf("dgx", { ...DGX, nodes: 2, layers: 2 })] };
const OURS = { "railyard.dev/fabric-layer-1": "core", "railyard.dev/fabric-layer-2": "su1" };
const TIERS = { "fabric.topograph.run/tier-0": "su1", "fabric.topograph.run/tier-1": "core" };
const two = (first: object, second: object) =>
  nodes(node("gpu-1", { labels: first }), node("gpu-2", { labels: second }));
const byTopograph = { ...layered, cluster: { ...SUBJECT.cluster, layersFrom: "topograph" as const } };

test("nodes with all labels are ok, whoever sets them", async () => {
  expect(await findingsOf(FABRIC_LAYERS, two(OURS, OURS), { env: layered })).toEqual([
    "ok dgx: 2 nodes have railyard.dev/fabric-layer-1, railyard.dev/fabric-layer-2",
  ]);
  expect(await findingsOf(FABRIC_LAYERS, two(TIERS, TIERS), { env: byTopograph })).toEqual([
    "ok dgx: 2 nodes have fabric.topograph.run/tier-1, fabric.topograph.run/tier-0",
  ]);
});

test("nodes that lack one are told, and labels of somebody else do not count", async () => {
  const [first] = await findingsOf(FABRIC_LAYERS, two(OURS, { "railyard.dev/fabric-layer-1": "core" }), {
    env: layered,
  });
  expect(first).toMatch(/^warning dgx: gpu-2 of 2 nodes lack one of railyard/);
  const [other] = await findingsOf(FABRIC_LAYERS, two(OURS, OURS), { env: byTopograph });
  expect(other).toMatch(/^warning dgx: gpu-1, gpu-2 of 2 nodes lack one of fabric\.topograph\.run/);
});

test("pools without layers are not asked about, and a pool without nodes is told", async () => {
  expect(await findingsOf(FABRIC_LAYERS, nodes())).toEqual([]);
  expect(await findingsOf(FABRIC_LAYERS, nodes(), { env: layered })).toEqual([
    expect.stringMatching(/^warning dgx: no node of 0 nodes/),
  ]);
});

test("labels that say another place than the leaves of cards are told, with what sets them anew", async () => {
  const server = {
    like: "dgx-h100",
    nics: ["leaf-02", "leaf-01"].map((leaf, at) => ({ pci: `0000:1${at}:00.0`, gbps: 400, leaf })),
  };
  const env = { nodeGroups: [poolOf("dgx", { ...DGX, nodes: 2, layers: 1, server })] };
  const at = (unit: string) => ({ "railyard.dev/fabric-layer-1": unit });
  expect(await findingsOf(FABRIC_LAYERS, two(at("leaf-01"), at("leaf-01")), { env })).toEqual([
    "ok dgx: 2 nodes have railyard.dev/fabric-layer-1",
  ]);
  const [found] = await findingsOf(FABRIC_LAYERS, two(at("leaf-01"), at("su1")), { env });
  expect(found).toMatch(/^warning dgx: gpu-2 of 2 nodes have not railyard\.dev\/fabric-layer-1=leaf-01/);
});
