import type { PoolRule } from "../../pools/existing/rule";
import type { FabricKind } from "../fabric";
import type { ServersOfPool } from "../rdma/resolve";
import { ROCE_HEALTH, ROCE_TITLE, resolveRoce } from "./resolve";
import { ROCE_RULES } from "./rules";
import { roceSchema } from "./schema";

/** RDMA over Ethernet through NVIDIA's cards. */
export const ROCE = {
  kind: "roce",
  title: ROCE_TITLE,
  schema: roceSchema,
  health: ROCE_HEALTH,
  isDefault: () => false,
  resolve: (written, pool) => resolveRoce(written ?? roceSchema.parse({ kind: "roce" }), pool),
  rules: ROCE_RULES,
  judgesMixedPartitions: false,
} satisfies FabricKind<typeof roceSchema, ServersOfPool, PoolRule>;
