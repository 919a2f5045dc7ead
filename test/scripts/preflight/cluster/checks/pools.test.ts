import { POOL_NODES, POOL_OVERLAP, SYSTEM_NODES } from "../../../../../scripts/preflight/cluster/checks/pools";
import { node, nodes, findingsOf, SUBJECT } from "../../../../helpers/pretended-cluster";
import { DGX, HGX, poolOf } from "../../../../helpers/pools";

const LABELS = "example.com/servers=dgx";

test.each([
  ["as many as config says", [node("a"), node("b")], [`ok dgx: 2 nodes have ${LABELS}`]],
  [
    "none",
    [node("a", { labels: { "example.com/servers": "cpu" } })],
    [`failed dgx: no node of the 1 has ${LABELS}, and config counts on 2`],
  ],
  [
    "fewer",
    [node("a")],
    [`warning dgx: 1 nodes have ${LABELS}, and config counts on 2: what asks for all of them waits`],
  ],
  [
    "more",
    [node("a"), node("b"), node("c")],
    [`warning dgx: 3 nodes have ${LABELS}, and config counts on 2: which of them take jobs is up to the scheduler`],
  ],
  [
    "some that take no pods",
    [node("a", { ready: "Unknown" }), node("b", { unschedulable: true })],
    [`ok dgx: 2 nodes have ${LABELS}`, "warning dgx: not ready, of 2 nodes: a", "warning dgx: cordoned, of 2 nodes: b"],
  ],
  [
    "all of which nothing is known",
    [node("a", { ready: null }), node("b", { ready: null })],
    [`ok dgx: 2 nodes have ${LABELS}`, "failed dgx: of unknown readiness, of 2 nodes: a, b"],
  ],
])("a pool has %s", async (_, all, expected) => expect(await findingsOf(POOL_NODES, nodes(...all))).toEqual(expected));

test("nodes that two pools have are named, also where one is for controllers", async () => {
  const both = { "example.com/servers": "dgx", "example.com/role": "system" };
  expect(await findingsOf(POOL_OVERLAP, nodes(node("a", { labels: both }), node("b")))).toEqual([
    "failed cluster.systemNodes: shares nodes with dgx: a",
  ]);
  const nodeGroups = [poolOf("dgx", DGX), poolOf("hgx", HGX)];
  const apart = nodes(node("a"), node("b", { labels: { "example.com/servers": "hgx" } }));
  expect(await findingsOf(POOL_OVERLAP, apart, { env: { nodeGroups } })).toEqual([
    "ok dgx, hgx, cluster.systemNodes: share no node",
  ]);
});

const system = (change: object = {}) => node("s", { labels: { "example.com/role": "system" }, ...change });

test.each([
  ["takes pods", [system()], "ok cluster.systemNodes: 1 of 1 nodes with example.com/role=system take pods"],
  ["is not there", [node("a")], "failed cluster.systemNodes: no node has example.com/role=system"],
  ["is cordoned", [system({ unschedulable: true })], "failed cluster.systemNodes: none of the 1 nodes"],
  [
    "has a taint that config does not say",
    [system({ taints: [{ key: "a", value: "b", effect: "NoSchedule" }] })],
    "failed cluster.systemNodes: none of the 1 nodes",
  ],
  [
    "is one that pods prefer not to have",
    [system({ taints: [{ key: "a", effect: "PreferNoSchedule" }] })],
    "ok cluster.systemNodes: 1 of 1",
  ],
])("a node for controllers %s", async (_, all, expected) => {
  const [only, ...more] = await findingsOf(SYSTEM_NODES, nodes(...all));
  expect([only?.startsWith(expected), more]).toEqual([true, []]);
});

test("taints that config says of them are no hindrance", async () => {
  const taint = { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" };
  const cluster = { ...SUBJECT.cluster, systemNodes: { labels: { "example.com/role": "system" }, taints: [taint] } };
  expect(await findingsOf(SYSTEM_NODES, nodes(system({ taints: [taint] })), { env: { cluster } })).toEqual([
    "ok cluster.systemNodes: 1 of 1 nodes with example.com/role=system take pods",
  ]);
});
