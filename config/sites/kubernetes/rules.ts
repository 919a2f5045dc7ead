import { EXISTING_FABRIC_RULES } from "../../fabrics/existing";
import { OPERATOR_RULES } from "../../fabrics/rdma/operator-rules";
import { RDMA_RULES } from "../../fabrics/rdma/rules";
import type { Rule } from "../../kernel/rule";
import { EXISTING_POOL_RULES } from "../../pools/existing/rules";
import { EXISTING_STORAGE_KINDS } from "../../storage/kinds";
import { ANY_SITE_RULES } from "../rules";
import { CLUSTER_RULES } from "./cluster-rules";
import { overPools } from "./rule";

const POOL_RULES = [...EXISTING_POOL_RULES, ...RDMA_RULES, ...EXISTING_FABRIC_RULES, ...OPERATOR_RULES].map(overPools);

/** Every rule for a cluster that exists, in the order in which findings are told. */
export const KUBERNETES_RULES: readonly Rule[] = [
  ...(CLUSTER_RULES as readonly Rule[]),
  ...(POOL_RULES as readonly Rule[]),
  ...EXISTING_STORAGE_KINDS.flatMap(({ rules }) => rules),
  ...ANY_SITE_RULES,
];
