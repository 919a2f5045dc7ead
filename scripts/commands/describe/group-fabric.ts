import { fabricTitle } from "../../../config/fabrics/resolve";
import type { ResolvedPool } from "../../../config/pools/pool";

/** Network between the nodes of a group. */
export type GroupFabric =
  | { readonly kind: "none" }
  | {
      /** Word of config. */
      readonly kind: string;
      /** What people call it. */
      readonly title: string;
      readonly devicesPerNode: number;
      /** Null: no document says it. */
      readonly gbpsPerNode: number | null;
      readonly totalGbps: number | null;
      /** What half of the nodes can send to the other half; null: unknown, or there are no two halves. */
      readonly bisectionGbps: number | null;
    };

/** What the fabrics of an environment are called together. */
export const fabricName = ({
  nodeGroups,
}: {
  readonly nodeGroups: readonly { readonly fabric: GroupFabric }[];
}): string =>
  fabricTitle(
    nodeGroups.flatMap(({ fabric }) =>
      "title" in fabric ? [{ title: fabric.title, devices: fabric.devicesPerNode }] : [],
    ),
  );

/** What the bisection takes for granted. */
export const bisectionAssumption = (fabric: string): string =>
  `bisection = half of the nodes × ${fabric} Gbps of a node, if the network between them does not block: no document says, so it is the most there can be`;

/** The fabric of a group with its speed, Gbps, in all at full size. */
export function groupFabric({ fabric, count: { max } }: ResolvedPool): GroupFabric {
  const { kind, title, devices, gbps } = fabric;
  if (devices === 0) return { kind: "none" };
  return {
    kind,
    title,
    devicesPerNode: devices,
    gbpsPerNode: gbps,
    totalGbps: gbps === null ? null : gbps * max,
    bisectionGbps: gbps === null || max < 2 ? null : gbps * Math.floor(max / 2),
  };
}
