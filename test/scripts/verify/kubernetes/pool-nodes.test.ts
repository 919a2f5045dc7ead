import { poolNodes } from "../../../../scripts/verify/kubernetes/pool-nodes";
import type { ClusterObject } from "../../../../scripts/lib/kubernetes/cluster-api";

const POOL = {
  nodeSelector: { pool: "h100" },
  taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
  podResources: { "nvidia.com/gpu": "8" },
} as const;

const node = (
  name: string,
  { spec = {}, ready = "True", labels = {} }: { spec?: object; ready?: string; labels?: object } = {},
) =>
  ({
    metadata: { name, labels: { pool: "h100", "kubernetes.io/hostname": `${name}.host`, ...labels } },
    spec: { taints: [{ key: "nvidia.com/gpu", value: "yes", effect: "NoSchedule" }], ...spec },
    status: { allocatable: { cpu: "100", "nvidia.com/gpu": "8" }, conditions: [{ type: "Ready", status: ready }] },
  }) as ClusterObject;

const pod = (on: string, requests: object, more: { spec?: object; owner?: string; phase?: string } = {}) =>
  ({
    metadata: { name: "p", namespace: "team", ...(more.owner && { ownerReferences: [{ kind: more.owner }] }) },
    spec: { nodeName: on, containers: [{ resources: { requests } }], ...more.spec },
    status: { phase: more.phase ?? "Running" },
  }) as ClusterObject;

const why = (nodes: readonly ClusterObject[], pods: readonly ClusterObject[] = []) => {
  const {
    nodes: { left },
  } = poolNodes(POOL, nodes, pods);
  return left[0]?.why ?? null;
};

test("nodes of the pool in the order of their numbers, with the CPU that nobody has asked for", () => {
  const other = node("n-3", { labels: { pool: "cpu" } });
  const { free, nodes } = poolNodes(
    POOL,
    [node("n-10"), node("n-9"), other],
    [
      pod("n-9", { cpu: "500m" }),
      pod("n-9", { cpu: "1" }, { owner: "DaemonSet" }),
      pod("n-9", { cpu: "90", "nvidia.com/gpu": "8" }, { phase: "Succeeded" }),
    ],
  );
  expect(free).toEqual([
    { name: "n-9", host: "n-9.host", cpu: 98.5 },
    { name: "n-10", host: "n-10.host", cpu: 100 },
  ]);
  expect(nodes).toEqual({ free: ["n-9", "n-10"], left: [] });
});

test.each<[string, string | null, ClusterObject, ClusterObject[]]>([
  ["a pod with its GPUs", "pod team/p has its nvidia.com/gpu", node("a"), [pod("a", { "nvidia.com/gpu": "1" })]],
  [
    "one that waits for them there",
    "pod team/p has its nvidia.com/gpu",
    node("a"),
    [pod("a", { "nvidia.com/gpu": "1" }, { phase: "Pending" })],
  ],
  [
    "one that is in its init containers",
    "pod team/p has its nvidia.com/gpu",
    node("a"),
    [pod("a", {}, { spec: { initContainers: [{ resources: { limits: { "nvidia.com/gpu": "2" } } }] } })],
  ],
  [
    "a DaemonSet with GPUs",
    "pod team/p has its nvidia.com/gpu",
    node("a"),
    [pod("a", { "nvidia.com/gpu": "1" }, { owner: "DaemonSet" })],
  ],
  [
    "a pod with claims",
    "pod team/p claims devices of it",
    node("a"),
    [pod("a", {}, { spec: { resourceClaims: [{ name: "gpus" }] } })],
  ],
  ["a job on CPUs", "pod team/p runs on it", node("a"), [pod("a", { cpu: "40" })]],
  ["a large agent of each node", null, node("a"), [pod("a", { cpu: "40" }, { owner: "DaemonSet" })]],
  ["a job elsewhere", null, node("a"), [pod("b", { "nvidia.com/gpu": "8" })]],
  ["a node that is not ready", "it is not ready", node("a", { ready: "Unknown" }), []],
  ["a cordoned one", "it is cordoned", node("a", { spec: { unschedulable: true } }), []],
  [
    "a taint that pods of the pool do not tolerate",
    "it has the taint repair",
    node("a", { spec: { taints: [{ key: "repair", effect: "NoExecute" }] } }),
    [],
  ],
  [
    "a taint that only discourages",
    null,
    node("a", { spec: { taints: [{ key: "old", effect: "PreferNoSchedule" }] } }),
    [],
  ],
  [
    "a node without the label",
    "it has no label kubernetes.io/hostname, by which pods are sent to it",
    node("a", { labels: { "kubernetes.io/hostname": "" } }),
    [],
  ],
])("%s", (_, expected, one, pods) => {
  expect(why([one], pods)).toBe(expected);
});
