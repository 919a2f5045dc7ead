import { NODE_SYSTEMS, POOL_TAINTS } from "../../../../../scripts/preflight/cluster/checks/machines";
import { node, nodes, findingsOf } from "../../../../helpers/pretended-cluster";
import { DGX, poolOf } from "../../../../helpers/pools";

const GPU = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" };
const withTaint = { env: { nodeGroups: [poolOf("dgx", { ...DGX, taints: [GPU] })] } };

test("taints are those of config, whatever their value, and those that come and go by themselves", async () => {
  const own = { key: "node.kubernetes.io/not-ready", effect: "NoExecute" };
  const other = { ...GPU, value: "yes" };
  const all = nodes(node("a", { taints: [GPU, own] }), node("b", { taints: [other] }));
  expect(await findingsOf(POOL_TAINTS, all, withTaint)).toEqual([
    "ok dgx: nvidia.com/gpu=present:NoSchedule on all nodes",
  ]);
  expect(await findingsOf(POOL_TAINTS, nodes(node("a")))).toEqual(["ok dgx: there are none"]);
});

test("taints that config does not say, and those that are missing, are told", async () => {
  const soft = { key: "old", value: "", effect: "PreferNoSchedule" };
  expect(await findingsOf(POOL_TAINTS, nodes(node("a", { taints: [GPU, soft] }), node("b")))).toEqual([
    "warning dgx: nvidia.com/gpu=present:NoSchedule is on a, and config does not say it: no pod of Railyard would go there",
    "warning dgx: old:PreferNoSchedule is on a, and config does not say it: pods go there last",
  ]);
  expect(await findingsOf(POOL_TAINTS, nodes(node("a", { taints: [GPU] })))).toEqual([
    "failed dgx: nvidia.com/gpu=present:NoSchedule is on all nodes, and config does not say it: no pod of Railyard would go there",
  ]);
  expect(await findingsOf(POOL_TAINTS, nodes(node("a", { taints: [GPU] }), node("b")), withTaint)).toEqual([
    "warning dgx: nvidia.com/gpu=present:NoSchedule is not on b: pods of others may take their CPUs",
  ]);
});

test.each([
  ["alike", [node("a"), node("b")], ["ok dgx: Ubuntu 24.04.3 LTS, kernel 6.8.0-71-generic, amd64"]],
  [
    "of another architecture",
    [node("a"), node("b", { info: { architecture: "arm64" } })],
    ["failed dgx: config says a server with amd64, and nodes have another architecture: arm64 on b"],
  ],
  [
    "of several kernels",
    [node("a"), node("b"), node("c", { info: { kernelVersion: "6.8.0-60-generic" } })],
    [
      "warning dgx: there are several kernels: 6.8.0-71-generic on 2, 6.8.0-60-generic on c; drivers and libraries of a job are the same only where nodes are",
    ],
  ],
  [
    "smaller",
    [node("a", { allocatable: { cpu: "112" } })],
    ["warning dgx: the server has 224 CPUs, and nodes offer as few as 112: a; a pod of a whole node may not fit"],
  ],
  [
    "smaller by what the kubelet keeps",
    [node("a", { allocatable: { cpu: "223500m", memory: "2050Gi" } })],
    ["ok dgx: Ubuntu 24.04.3 LTS, kernel 6.8.0-71-generic, amd64"],
  ],
  [
    "of unknown size",
    [node("a", { allocatable: { memory: "lots" } })],
    ["unknown dgx: how many MiB of memory pods may have is not said by a"],
  ],
])("nodes are %s", async (_, all, expected) => expect(await findingsOf(NODE_SYSTEMS, nodes(...all))).toEqual(expected));

test("a pool without nodes is the matter of another check", async () => {
  expect([await findingsOf(POOL_TAINTS, nodes()), await findingsOf(NODE_SYSTEMS, nodes())]).toEqual([[], []]);
});
