import { listed } from "../../../config/kernel/listed";
import { isPlain, record } from "../../../config/kernel/plain";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ClusterApi, ClusterObject } from "../../lib/kubernetes/cluster-api";

/** Right that {@link clusterNodes} needs. */
export const NODES_RIGHT = "list nodes";

export interface NodeTaint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** A node as the cluster shows it. */
export interface ClusterNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  readonly cordoned: boolean;
  /** Null: the node does not say. */
  readonly ready: boolean | null;
  /** What pods may have of it, by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  readonly kernel: string;
  readonly os: string;
  readonly arch: string;
  /** `v1.34.2` */
  readonly kubelet: string;
}

/** All nodes of the cluster. */
export async function clusterNodes(api: ClusterApi): Promise<readonly ClusterNode[]> {
  return (await api.list("/api/v1/nodes")).map(node);
}

/** Whether a node has all labels of a selector. */
export const matches = ({ labels }: ClusterNode, selector: Readonly<Record<string, string>>): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/** Nodes of a pool. */
export async function nodesOf(api: ClusterApi, { nodeSelector }: ResolvedPool): Promise<readonly ClusterNode[]> {
  return (await clusterNodes(api)).filter((one) => matches(one, nodeSelector));
}

/** How bad it is that some of the nodes of a pool are not as they should: jobs go on on the others, if there are any. */
export const weight = (some: readonly unknown[], all: readonly unknown[]): "failed" | "warning" =>
  some.length === all.length ? "failed" : "warning";

/** `a, b, c and 61 more`. */
export function someNames(names: readonly string[], shown = 4): string {
  return listed(names.toSorted(), shown);
}

/** Names by what a node has, the most common first: `6.8.0-71-generic on 62, 6.8.0-60-generic on gpu-7, gpu-9`. */
export const countedBy = (nodes: readonly ClusterNode[], read: (node: ClusterNode) => string): string =>
  groupedBy(nodes, read)
    .map(([value, names], at) => `${value} on ${at === 0 ? names.length : someNames(names)}`)
    .join(", ");

/** The same with the names of all, for what should be on none: `arm64 on gpu-3`. */
export const namedBy = (nodes: readonly ClusterNode[], read: (node: ClusterNode) => string): string =>
  groupedBy(nodes, read)
    .map(([value, names]) => `${value} on ${someNames(names)}`)
    .join(", ");

function groupedBy(nodes: readonly ClusterNode[], read: (node: ClusterNode) => string) {
  const groups = new Map<string, string[]>();
  for (const one of nodes) groups.set(read(one), [...(groups.get(read(one)) ?? []), one.name]);
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}

function node({ metadata, spec = {}, status = {} }: ClusterObject): ClusterNode {
  const { conditions, allocatable, nodeInfo } = status;
  const info = record(nodeInfo);
  const ready = list(conditions).find(({ type }) => type === "Ready")?.["status"];
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    taints: list(spec["taints"]).map(({ key, value, effect }) => ({
      key: text(key),
      value: text(value),
      effect: text(effect),
    })),
    cordoned: spec["unschedulable"] === true,
    ready: ready === "True" ? true : ready === undefined ? null : false,
    allocatable: Object.fromEntries(Object.entries(record(allocatable)).map(([name, one]) => [name, text(one)])),
    kernel: text(info["kernelVersion"]),
    os: text(info["osImage"]),
    arch: text(info["architecture"]),
    kubelet: text(info["kubeletVersion"]),
  };
}

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isPlain) : []);

const text = (value: unknown): string => (typeof value === "string" ? value : "");
