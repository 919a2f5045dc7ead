import type { StorageKind } from "../kind";
import { resolveNvmeOf, type ResolvedNvmeOf } from "./resolve";
import { NVME_OF_RULES } from "./rules";
import { nvmeOfSchema } from "./schema";

/** NVMe over fabrics: what all compute nodes read, from a target that is there. */
export const NVME_OF: StorageKind<typeof nvmeOfSchema, ResolvedNvmeOf> = {
  kind: "nvme-of",
  schema: nvmeOfSchema,
  resolve: resolveNvmeOf,
  rules: NVME_OF_RULES,
  // somebody else pays for it, or has paid
  cost: () => [],
};
