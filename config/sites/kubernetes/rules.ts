import type { Rule } from "../../kernel/rule";
import { overPools } from "../../pools/existing/rule";
import { SERVER_RULES } from "../../pools/existing/server-rules";
import { EXISTING_STORAGE_KINDS } from "../../storage/kinds";
import { EXISTING_DATASET_RULES } from "../../datasets/existing-rules";
import { EXISTING_VERSION_RULES } from "../../datasets/version-rules";
import { EXISTING_TEAM_RULES } from "../../teams/existing-rules";
import { EXISTING_ROUTE_RULES } from "../../monitoring/existing-rules";
import { ANY_SITE_RULES } from "../rules";
import { CLUSTER_RULES } from "./cluster-rules";
import type { KubernetesEnvironment } from "./environment";
import type { KubernetesRule } from "./rule";
import { TOPOGRAPH_RULES } from "./topograph-rules";

/** What holds for servers that exist, wherever they are. */
const OVER_POOLS: readonly KubernetesRule[] = SERVER_RULES.map((rule) =>
  overPools<KubernetesEnvironment>(rule, ({ nodeGroups }) => nodeGroups),
);

/** Every rule for a cluster that exists, in the order in which findings are told. */
export const KUBERNETES_RULES: readonly Rule[] = [
  ...(CLUSTER_RULES as readonly Rule[]),
  ...(TOPOGRAPH_RULES as readonly Rule[]),
  ...(EXISTING_TEAM_RULES as readonly Rule[]),
  ...(EXISTING_DATASET_RULES as readonly Rule[]),
  ...(EXISTING_VERSION_RULES as readonly Rule[]),
  ...(OVER_POOLS as readonly Rule[]),
  ...EXISTING_ROUTE_RULES,
  ...EXISTING_STORAGE_KINDS.flatMap(({ rules }) => rules),
  ...ANY_SITE_RULES,
];
