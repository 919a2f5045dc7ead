import type { Rule } from "../../kernel/rule";
import { SERVER_RULES } from "../../pools/existing/server-rules";
import { EXISTING_STORAGE_KINDS } from "../../storage/kinds";
import { ANY_SITE_RULES } from "../rules";
import { CLUSTER_RULES } from "./cluster-rules";
import { overPools } from "./rule";

/** Every rule for a cluster that exists, in the order in which findings are told. */
export const KUBERNETES_RULES: readonly Rule[] = [
  ...(CLUSTER_RULES as readonly Rule[]),
  ...(SERVER_RULES.map(overPools) as readonly Rule[]),
  ...EXISTING_STORAGE_KINDS.flatMap(({ rules }) => rules),
  ...ANY_SITE_RULES,
];
