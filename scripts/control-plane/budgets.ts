import type { ApiObject } from "./api";
import { ownerOf } from "./pending";

/** A PodDisruptionBudget that lets no pod be evicted while all of them are well. */
export interface TightBudget {
  readonly namespace: string;
  readonly name: string;
  readonly pods: number;
}

/** Pods that more than one budget is about. */
export interface DoubledBudgets {
  readonly namespace: string;
  /** Who made the pods: `Deployment/login`. */
  readonly owner: string;
}

/**
 * Pods that the eviction API refuses to evict, since several budgets select them: a drain of their node ends with an error,
 * whatever the budgets allow.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/registry/core/pod/storage/eviction.go
 */
export function doubledBudgets(budgets: readonly ApiObject[], pods: readonly ApiObject[]): DoubledBudgets[] {
  const found = new Map<string, DoubledBudgets>();
  for (const pod of pods) {
    const { namespace = "", labels } = pod.metadata;
    const about = budgets.filter((one) => one.metadata.namespace === namespace && selects(one.spec?.selector, labels));
    if (about.length < 2) continue;
    const owner = ownerOf(pod);
    found.set(`${namespace}/${owner}`, { namespace, owner });
  }
  return [...found.values()];
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: string[];
  }[];
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#resources-that-support-set-based-requirements */
function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector = {},
  labels: ApiObject["metadata"]["labels"] = {},
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === "Exists") return value !== undefined;
      if (operator === "DoesNotExist") return value === undefined;
      const isIn = value !== undefined && values.includes(value);
      return operator === "In" ? isIn : !isIn;
    })
  );
}

/**
 * Budgets that hold up every drain of a node: an update of system nodes waits for them until somebody deletes the pod.
 * @see https://kubernetes.io/docs/tasks/run-application/configure-pdb/
 */
export function tightBudgets(budgets: readonly ApiObject[]): TightBudget[] {
  return budgets
    .filter(({ status }) => status?.expectedPods > 0 && status.currentHealthy >= status.expectedPods)
    .filter(({ status }) => status.disruptionsAllowed === 0)
    .map(({ metadata: { namespace = "", name }, status }) => ({ namespace, name, pods: status.expectedPods }));
}
