/** A taint that pods bear, in the spelling of Kubernetes. Without a key it is every taint. */
export interface Toleration {
  readonly key?: string;
  readonly operator: "Exists" | "Equal";
  readonly value?: string;
  /** @default - every effect */
  readonly effect?: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
  /** How long pods stay once the taint is there. @default - for ever */
  readonly tolerationSeconds?: number;
}

/** Which nodes pods go to. */
export interface Placement {
  /** Labels that a node must have. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
}

/** For daemons that belong on every node, whatever taints GPU node groups have. */
export const TOLERATE_EVERYTHING: Toleration = { operator: "Exists" };

/** The same as a type whose keys Helm values may have, too. */
export type PodToleration = { readonly [Key in keyof Toleration]: Toleration[Key] };

/** A toleration as JSON, without the keys that are not set. */
export function tolerationJson(toleration: Toleration): PodToleration {
  const entries = Object.entries(toleration).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries) as PodToleration;
}
