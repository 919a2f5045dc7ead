import type { KubernetesObject } from "./render";

export interface Taint {
  readonly key: string;
  readonly effect: string;
}

interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly effect?: string;
}

interface PodSpec {
  readonly tolerations?: readonly Toleration[] | null;
  readonly nodeSelector?: Readonly<Record<string, string>> | null;
}

/**
 * DaemonSets that would stay off nodes which need them. One that a label keeps on other nodes is left alone.
 * @param elsewhere labels of nodes without the taints
 */
export function intolerantDaemons(
  objects: readonly KubernetesObject[],
  taints: readonly Taint[],
  elsewhere: Readonly<Record<string, string>>,
): string[] {
  return objects
    .filter(({ kind }) => kind === "DaemonSet")
    .flatMap((object) => {
      const { template } = (object.spec ?? {}) as { template?: { spec?: PodSpec } };
      const { tolerations, nodeSelector } = template?.spec ?? {};
      if (Object.entries(elsewhere).some(([key, value]) => nodeSelector?.[key] === value)) return [];
      return taints
        .filter((taint) => !(tolerations ?? []).some((toleration) => covers(toleration, taint)))
        .map(({ key, effect }) => `DaemonSet/${object.metadata?.name}: does not tolerate ${key}:${effect}`);
    });
}

function covers({ key, operator, effect }: Toleration, taint: Taint): boolean {
  return operator === "Exists" && (key === undefined || key === taint.key) && (!effect || effect === taint.effect);
}
