import type { HybridConfig } from "./schema";

/** Blocks of pods on hybrid nodes to which the VPC has routes; none where nobody carries packets to them. */
export const routedPodCidrs = ({
  podCidrs,
  podRoutes,
}: Pick<HybridConfig, "podCidrs" | "podRoutes">): readonly string[] => (podRoutes.kind === "none" ? [] : podCidrs);

/** Blocks on premises to which private subnets route: nodes, and pods where packets reach them. */
export const remoteCidrs = (hybrid: HybridConfig): readonly string[] => [
  ...hybrid.nodeCidrs,
  ...routedPodCidrs(hybrid),
];
