import type { ApiObject } from "./api";

/** A PodDisruptionBudget that lets no pod be evicted while all of them are well. */
export interface TightBudget {
  readonly namespace: string;
  readonly name: string;
  readonly pods: number;
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
