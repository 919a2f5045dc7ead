import type { PoolRule } from "../../pools/existing/rule";
import type { FabricKind } from "../fabric";
import type { ServersOfPool } from "../rdma/resolve";
import { INFINIBAND_HEALTH, INFINIBAND_TITLE, resolveInfiniband } from "./resolve";
import { INFINIBAND_RULES } from "./rules";
import { infinibandSchema } from "./schema";

/** InfiniBand through NVIDIA's cards. */
export const INFINIBAND = {
  kind: "infiniband",
  title: INFINIBAND_TITLE,
  schema: infinibandSchema,
  health: INFINIBAND_HEALTH,
  // cards of nearly all servers speak Ethernet too: only config knows what they are wired to
  isDefault: () => false,
  resolve: (written, pool) => resolveInfiniband(written ?? infinibandSchema.parse({ kind: "infiniband" }), pool),
  rules: INFINIBAND_RULES,
  judgesMixedPartitions: false,
} satisfies FabricKind<typeof infinibandSchema, ServersOfPool, PoolRule>;
