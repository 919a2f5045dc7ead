import { quantity } from "../../../config/kernel/quantity";
import { isPlain, record } from "../../../config/kernel/plain";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { ClusterObject } from "../../lib/kubernetes/cluster-api";
import type { PoolNodes } from "../engine/runner";

/** A node on which a check can run. */
export interface FreeNode {
  readonly name: string;
  /** `kubernetes.io/hostname`, by which pods are sent to it. */
  readonly host: string;
  /** CPU that nobody has asked for. */
  readonly cpu: number;
}

/** Of a node's CPU, what a pod may ask for and still be taken for something small, such as an agent. */
const SMALL = 0.1;

/** Nodes of a pool that nobody uses, and the others with the reason. */
export function poolNodes(
  pool: Pick<ResolvedPool, "nodeSelector" | "taints" | "podResources">,
  nodes: readonly ClusterObject[],
  pods: readonly ClusterObject[],
): { readonly nodes: PoolNodes; readonly free: readonly FreeNode[] } {
  const byNode = new Map<unknown, ClusterObject[]>();
  for (const pod of pods.filter(isAlive)) {
    const node = record(pod.spec)["nodeName"];
    byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  const free: FreeNode[] = [];
  const left: { node: string; why: string }[] = [];
  for (const node of nodes.filter(({ metadata }) => hasAll(metadata.labels ?? {}, pool.nodeSelector))) {
    const { name } = node.metadata;
    const own = byNode.get(name) ?? [];
    const why = unfit(node, pool) ?? used(node, own, pool);
    const host = node.metadata.labels?.["kubernetes.io/hostname"];
    if (why !== null) left.push({ node: name, why });
    else if (!host)
      left.push({ node: name, why: "it has no label kubernetes.io/hostname, by which pods are sent to it" });
    else free.push({ name, host, cpu: amount(node, "cpu") - own.reduce((sum, pod) => sum + asks(pod, "cpu"), 0) });
  }
  free.sort((one, other) => collator.compare(one.name, other.name));
  return { free, nodes: { free: free.map(({ name }) => name), left } };
}

const collator = new Intl.Collator("en", { numeric: true });

const hasAll = (labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);

const isAlive = ({ status }: ClusterObject): boolean =>
  !["Succeeded", "Failed"].includes(String(record(status)["phase"]));

/** Why nothing is sent to a node. */
function unfit({ spec = {}, status = {} }: ClusterObject, { taints }: Pick<ResolvedPool, "taints">): string | null {
  const ready = items(status["conditions"]).find(({ type }) => type === "Ready");
  if (ready?.["status"] !== "True") return "it is not ready";
  if (spec["unschedulable"] === true) return "it is cordoned";
  const known = new Set(taints.map(({ key }) => key));
  const other = items(spec["taints"]).find(
    ({ key, effect }) => effect !== "PreferNoSchedule" && !known.has(String(key)),
  );
  return other ? `it has the taint ${String(other["key"])}` : null;
}

/** What uses a node: pods with its devices, and pods that ask for more than an agent does. */
function used(
  node: ClusterObject,
  pods: readonly ClusterObject[],
  { podResources }: Pick<ResolvedPool, "podResources">,
): string | null {
  const small = SMALL * amount(node, "cpu");
  for (const pod of pods) {
    const { name, namespace = "" } = pod.metadata;
    const called = `pod ${namespace}/${name}`;
    const taken = Object.keys(podResources).find((resource) => asks(pod, resource) > 0);
    if (taken !== undefined) return `${called} has its ${taken}`;
    if (items(record(pod.spec)["resourceClaims"]).length > 0) return `${called} claims devices of it`;
    if (!isOfEachNode(pod) && asks(pod, "cpu") > small) return `${called} runs on it`;
  }
  return null;
}

/** Pods that every node has: of a DaemonSet, or of the node itself. */
const isOfEachNode = ({ metadata }: ClusterObject): boolean =>
  items(record(metadata)["ownerReferences"]).some(({ kind }) => kind === "DaemonSet" || kind === "Node");

const items = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isPlain) : []);

const amount = ({ status }: ClusterObject, resource: string): number =>
  quantity(String(record(record(status)["allocatable"])[resource] ?? "0")) ?? 0;

/** What the containers of a pod ask for together; one that only starts others counts as the others do. */
function asks({ spec = {} }: ClusterObject, resource: string): number {
  const of = (containers: unknown) =>
    items(containers).map(({ resources }) => {
      const { requests, limits } = record(resources);
      const asked = record(requests)[resource] ?? record(limits)[resource] ?? "0";
      return quantity(String(asked)) ?? 0;
    });
  return Math.max(
    of(spec["containers"]).reduce((sum, one) => sum + one, 0),
    ...of(spec["initContainers"]),
  );
}
