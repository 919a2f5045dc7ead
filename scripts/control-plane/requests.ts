import { quantity } from "../../config/kernel/quantity";
import type { ApiObject } from "./api";

/** What pods on a node ask for, beside what it has. */
export interface NodeRequests {
  readonly node: string;
  readonly pods: number;
  readonly cpuMillis: number;
  readonly cpuMillisThere: number;
  readonly memoryMiB: number;
  readonly memoryMiBThere: number;
}

const MIB = 2 ** 20;

/** What the pods of each of some nodes ask for. */
export function nodeRequests(nodes: readonly ApiObject[], pods: readonly ApiObject[]): NodeRequests[] {
  return nodes.map((node) => {
    const own = pods.filter(
      ({ spec, status }) => spec?.nodeName === node.metadata.name && !["Succeeded", "Failed"].includes(status?.phase),
    );
    const sum = (resource: string) => own.reduce((all, pod) => all + requestOf(pod, resource), 0);
    const there = (resource: string) => quantity(String(node.status?.allocatable?.[resource] ?? "0")) ?? 0;
    return {
      node: node.metadata.name,
      pods: own.length,
      cpuMillis: Math.round(sum("cpu") * 1000),
      cpuMillisThere: Math.round(there("cpu") * 1000),
      memoryMiB: Math.round(sum("memory") / MIB),
      memoryMiBThere: Math.round(there("memory") / MIB),
    };
  });
}

interface Container {
  readonly restartPolicy?: string;
  readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
}

/**
 * What the scheduler counts for a pod: its containers and its sidecars, or the largest of what comes before them.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers
 */
export function requestOf({ spec }: Pick<ApiObject, "spec">, resource: string): number {
  const {
    containers = [],
    initContainers = [],
    overhead = {},
  } = spec as {
    containers?: readonly Container[];
    initContainers?: readonly Container[];
    overhead?: Readonly<Record<string, string>>;
  };
  const asked = ({ resources }: Container) => quantity(String(resources?.requests?.[resource] ?? "0")) ?? 0;
  let sidecars = 0;
  let most = 0;
  for (const container of initContainers) {
    if (container.restartPolicy === "Always") sidecars += asked(container);
    else most = Math.max(most, sidecars + asked(container));
  }
  const main = containers.reduce((all, container) => all + asked(container), 0);
  return Math.max(most, sidecars + main) + (quantity(overhead[resource] ?? "0") ?? 0);
}
