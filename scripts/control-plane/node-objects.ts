import type { NodeRow } from "./node-sizes";

/** Nodes on a leaf of the network that is made up, and leaves below each switch above it. */
export const LEAF_NODES = 4;

/** Node objects, each as its kubelet would register it. @param version of Kubernetes, such as 1.36.3 */
export function nodeObjects(rows: readonly NodeRow[], version: string, now: Date): object[] {
  return rows.flatMap((row) => Array.from({ length: row.count }, (_, index) => nodeObject(row, index, version, now)));
}

/** Names of nodes: their pool, and a number. */
export const nodeNames = ({ pool, count }: Pick<NodeRow, "pool" | "count">): string[] =>
  Array.from({ length: count }, (_, index) => nodeName(pool, index));

const nodeName = (pool: string, index: number): string => `${pool}-${index}`;

/** The switch of a layer that a node is below: the largest part of the network is the first layer. */
const place = ({ pool, layers }: NodeRow, index: number, at: number): string =>
  `${pool}-${Math.floor(index / LEAF_NODES ** (layers.length - at))}`;

function nodeObject(row: NodeRow, index: number, version: string, now: Date): object {
  const name = nodeName(row.pool, index);
  const zone = row.zones.length > 0 ? row.zones[index % row.zones.length] : undefined;
  const at = now.toISOString();
  const system = { "kubernetes.io/os": "linux", "kubernetes.io/arch": row.arch };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: {
        ...system,
        "kubernetes.io/hostname": name,
        ...(zone !== undefined && {
          "topology.kubernetes.io/zone": zone,
          "topology.kubernetes.io/region": zone.slice(0, -1),
        }),
        ...row.labels,
        ...Object.fromEntries(row.layers.map((label, at) => [label, place(row, index, at)])),
      },
    },
    spec: { taints: row.taints },
    status: {
      capacity: row.allocatable,
      allocatable: row.allocatable,
      addresses: [{ type: "Hostname", address: name }],
      conditions: [
        {
          type: "Ready",
          status: "True",
          reason: "Rehearsal",
          message: "nobody runs pods here",
          lastHeartbeatTime: at,
          lastTransitionTime: at,
        },
      ],
      nodeInfo: {
        architecture: row.arch,
        operatingSystem: "linux",
        kernelVersion: "6.12.0",
        osImage: "none",
        containerRuntimeVersion: "containerd://2.1.4",
        kubeletVersion: `v${version}`,
        kubeProxyVersion: "",
        bootID: name,
        machineID: name,
        systemUUID: name,
      },
    },
  };
}
