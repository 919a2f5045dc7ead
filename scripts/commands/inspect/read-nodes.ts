import { isPlain, record } from "../../../config/kernel/plain";
import { quantity } from "../../../config/kernel/quantity";

/** Nodes of a cluster that have some labels, and what is the same on all of them. */
export interface SeenNodes {
  readonly names: readonly string[];
  /** Names of those that are ready. */
  readonly ready: readonly string[];
  readonly gpus: number | null;
  readonly product: string | null;
  readonly gpuMemoryMiB: number | null;
  readonly cpus: number | null;
  readonly memoryGiB: number | null;
  readonly arch: "amd64" | "arm64" | null;
  readonly taints: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  /** What is not the same on all, in words. */
  readonly differences: readonly string[];
}

/** The list has no node with the labels of the pool. */
export class NoNodesError extends Error {}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/**
 * Nodes of `kubectl get nodes -o json`.
 * @throws NoNodesError where it is something else, or no node has the labels
 */
export function readNodes(value: unknown, labels: Readonly<Record<string, string>>): SeenNodes {
  const items = record(value)["items"];
  if (
    !Array.isArray(items) ||
    !items.every((item) => record(item)["kind"] === undefined || record(item)["kind"] === "Node")
  )
    throw new NoNodesError("has no list of nodes: it must be what kubectl get nodes -o json prints");
  const nodes = items.filter(isPlain).map((item) => ({
    metadata: record(item["metadata"]),
    capacity: record(record(item["status"])["capacity"]),
    taints: record(item["spec"])["taints"],
    conditions: record(item["status"])["conditions"],
  }));
  const wanted = Object.entries(labels);
  const selected = nodes.filter(({ metadata }) =>
    wanted.every(([key, one]) => record(metadata["labels"])[key] === one),
  );
  if (selected.length === 0)
    throw new NoNodesError(
      `has ${nodes.length} nodes, and none with ${wanted.map(([key, one]) => `${key}=${one}`).join(",")}`,
    );
  const differences: string[] = [];
  const same = <T>(what: string, read: (node: (typeof selected)[number]) => T): T => {
    const counted = new Map<string, { value: T; count: number }>();
    for (const node of selected) {
      const one = read(node);
      const row = counted.get(JSON.stringify(one)) ?? { value: one, count: 0 };
      row.count += 1;
      counted.set(JSON.stringify(one), row);
    }
    const rows = [...counted.values()].toSorted((a, b) => b.count - a.count);
    if (rows.length > 1)
      differences.push(
        `${what} is not the same: ${rows.map(({ value: one, count }) => `${JSON.stringify(one)} on ${count}`).join(", ")}`,
      );
    return rows[0]!.value;
  };
  const label = (name: string) => (node: (typeof selected)[number]) => text(record(node.metadata["labels"])[name]);
  const number = (one: string | null) => (one !== null && /^\d+$/.test(one) ? Number(one) : null);
  const arch = same("architecture", label("kubernetes.io/arch"));
  return {
    names: namesOf(selected),
    ready: namesOf(selected.filter(({ conditions }) => isReady(conditions))),
    gpus: same("the number of GPUs", ({ capacity }) => number(text(capacity["nvidia.com/gpu"]))),
    product: same("the GPU", label("nvidia.com/gpu.product")),
    gpuMemoryMiB: number(same("the memory of a GPU", label("nvidia.com/gpu.memory"))),
    cpus: same("the number of CPUs", ({ capacity }) => number(text(capacity["cpu"]))),
    // what the kernel keeps for itself is missing in it: rounded to what such machines are sold with
    memoryGiB: same("memory", ({ capacity }) => gibibytes(text(capacity["memory"]))),
    arch: arch === "amd64" || arch === "arm64" ? arch : null,
    taints: same("the set of taints", ({ taints }) => taintsOf(taints)),
    differences,
  };
}

const namesOf = (nodes: readonly { readonly metadata: Record<string, unknown> }[]): string[] =>
  nodes.map(({ metadata }) => text(metadata["name"]) ?? "?").toSorted();

const isReady = (conditions: unknown): boolean =>
  Array.isArray(conditions) &&
  conditions.some((one) => record(one)["type"] === "Ready" && record(one)["status"] === "True");

/** `2113474860Ki` → 2016, in steps of 16 GiB. */
function gibibytes(memory: string | null): number | null {
  const bytes = quantity(memory ?? "");
  if (bytes === null) return null;
  const gib = bytes / 2 ** 30;
  return Math.max(1, gib < 32 ? Math.floor(gib) : Math.floor(gib / 16) * 16);
}

/** Without those that come and go by themselves. */
const taintsOf = (value: unknown): SeenNodes["taints"] =>
  (Array.isArray(value) ? value : []).flatMap((one) => {
    const { key, value: given, effect } = record(one);
    if (typeof key !== "string" || typeof effect !== "string" || key.startsWith("node.kubernetes.io/")) return [];
    return [{ key, ...(typeof given === "string" && given !== "" && { value: given }), effect }];
  });
