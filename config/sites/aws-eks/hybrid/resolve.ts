import type { HybridConfig } from "./schema";

/** Blocks of pods on hybrid nodes to which the VPC has routes; none where nobody carries packets to them. */
export const routedPodCidrs = ({
  podCidrs,
  podRoutes,
}: Pick<HybridConfig, "podCidrs" | "podRoutes">): readonly string[] => (podRoutes.kind === "none" ? [] : podCidrs);

/** Blocks on premises to which Railyard routes: nodes, and pods where the network there has routes to them. The gateway writes routes of its own. */
export const remoteCidrs = (hybrid: HybridConfig): readonly string[] => [
  ...hybrid.nodeCidrs,
  ...(hybrid.podRoutes.kind === "network" ? hybrid.podCidrs : []),
];

/** Node group that carries packets to pods on premises; null where none does. */
export const gatewayGroup = ({
  cluster: { hybrid },
}: {
  readonly cluster: { readonly hybrid?: HybridConfig | undefined };
}): string | null => (hybrid?.podRoutes.kind === "gateway" ? hybrid.podRoutes.nodeGroup : null);
