import { READS_FABRIC, TOPOGRAPH_PROVIDERS } from "../facts/topograph";
import { commonLabels } from "../pools/existing/labels";
import type { ExistingPool } from "../pools/existing/resolve";
import type { ResolvedPool } from "../pools/pool";
import type { TopographConfig } from "./topograph-schema";

/** NVIDIA's topograph as it is installed. */
export interface ResolvedTopograph {
  /** Provider by its own name, such as infiniband-k8s, and what it is asked for. */
  readonly provider: { readonly name: string; readonly params?: Readonly<Record<string, string>> };
  /** Labels that nodes of all pools with layers have: of those it tells where they stand. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly taints: ResolvedPool["taints"];
  /** Secret with `credentials.yaml`; null: it asks as the machine that it runs on. */
  readonly secretName: string | null;
  /** Whether its pods on nodes are privileged: ibnetdiscover opens InfiniBand devices of the host. */
  readonly privileged: boolean;
}

/** Pools whose nodes have labels that say where they stand. */
export const layeredPools = (pools: readonly ExistingPool[]): ExistingPool[] =>
  pools.filter(({ fabric }) => fabric.topology.layers !== null);

/** @param config null: whoever runs the cluster installs it, or nobody */
export function resolveTopograph(
  config: TopographConfig | undefined,
  pools: readonly ExistingPool[],
): ResolvedTopograph | null {
  if (config === undefined) return null;
  const { provider } = config;
  const layered = layeredPools(pools);
  return {
    provider: {
      name: TOPOGRAPH_PROVIDERS[provider.kind],
      ...(provider.kind === "lambdai" && { params: { url: provider.url } }),
    },
    nodeSelector: commonLabels(layered.map(({ nodeSelector }) => nodeSelector)),
    taints: layered.flatMap(({ taints }) => taints),
    secretName: "secretName" in provider ? (provider.secretName ?? null) : null,
    privileged: provider.kind === READS_FABRIC,
  };
}
