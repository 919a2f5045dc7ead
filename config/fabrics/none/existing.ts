import type { FabricKind } from "../fabric";
import type { ServersOfPool } from "../rdma/resolve";
import type { PoolRule } from "../../pools/existing/rule";
import { NONE, noneSchema, plainNetwork } from "./kind";

/** What one port of the cluster's own network carries; null where no card for it is known. */
const gbpsOf = ({ machine: { nics } }: ServersOfPool): number | null => {
  const ports = nics.filter(({ use }) => use === "north-south").map(({ gbps }) => gbps);
  return ports.length > 0 ? Math.max(...ports) : null;
};

/** Servers that reach each other over TCP. */
export const EXISTING_NONE = {
  kind: NONE.kind,
  title: NONE.title,
  schema: noneSchema,
  health: null,
  isDefault: () => true,
  resolve: (_written, pool) => plainNetwork(gbpsOf(pool)),
  rules: [],
  judgesMixedPartitions: false,
} satisfies FabricKind<typeof noneSchema, ServersOfPool, PoolRule>;
