import type { StorageKind } from "../kind";
import { efsCost } from "./cost";
import { resolveEfs, type ResolvedEfs } from "./resolve";
import { EFS_RULES } from "./rules";
import { efsSchema } from "./schema";

/** Amazon EFS: files that last, for homes. */
export const EFS: StorageKind<typeof efsSchema, ResolvedEfs> = {
  kind: "efs",
  schema: efsSchema,
  resolve: resolveEfs,
  rules: EFS_RULES,
  cost: (volume, prices) => [efsCost(volume, prices)],
};
