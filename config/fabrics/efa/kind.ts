import type { FabricKind } from "../fabric";
import { EFA_PARTITION_RULES } from "./partition-rules";
import { EFA_HEALTH, EFA_TITLE, resolveEfa } from "./resolve";
import { EFA_RULES } from "./rules";
import { efaSchema } from "./schema";

/** Elastic Fabric Adapter: AWS's network for MPI and NCCL. */
export const EFA: FabricKind<typeof efaSchema> = {
  kind: "efa",
  title: EFA_TITLE,
  schema: efaSchema,
  health: EFA_HEALTH,
  // however many nodes there are: a fabric that came and went with their number would make the group anew
  isDefault: ({ gpu }) => gpu !== null,
  resolve: resolveEfa,
  rules: [...EFA_RULES, ...EFA_PARTITION_RULES],
  judgesMixedPartitions: true,
};
