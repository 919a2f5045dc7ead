import { EXISTING_FABRIC_RULES } from "../../fabrics/existing";
import { OPERATOR_RULES } from "../../fabrics/rdma/operator-rules";
import { RDMA_RULES } from "../../fabrics/rdma/rules";
import type { PoolRule } from "./rule";
import { EXISTING_POOL_RULES } from "./rules";

/** What holds of servers that exist, on every site that takes them: pools, their cards and fabrics, and both operators. */
export const SERVER_RULES: readonly PoolRule[] = [
  ...EXISTING_POOL_RULES,
  ...RDMA_RULES,
  ...EXISTING_FABRIC_RULES,
  ...OPERATOR_RULES,
];
