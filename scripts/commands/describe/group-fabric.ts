import type { ResolvedNodeGroup } from "../../../config/resolve/node-groups";

/** Network between the nodes of a group. */
export type GroupFabric =
  | { readonly kind: "none" }
  | {
      readonly kind: "efa";
      readonly devicesPerNode: number;
      /** Null: AWS does not say it. */
      readonly gbpsPerNode: number | null;
      readonly totalGbps: number | null;
      /** What half of the nodes can send to the other half; null: unknown, or there are no two halves. */
      readonly bisectionGbps: number | null;
    };

/** What the bisection takes for granted. */
export const BISECTION_ASSUMPTION =
  "bisection = half of the nodes × EFA Gbps of a node, if the network between them does not block: AWS does not say, so it is the most there can be";

export function groupFabric({ fabric, nodes: { max } }: ResolvedNodeGroup): GroupFabric {
  if (fabric.kind === "none") return { kind: "none" };
  const { gbps } = fabric;
  return {
    kind: "efa",
    devicesPerNode: fabric.efaDevices,
    gbpsPerNode: gbps,
    totalGbps: gbps === null ? null : gbps * max,
    bisectionGbps: gbps === null || max < 2 ? null : gbps * Math.floor(max / 2),
  };
}
