import type { StorageKind } from "../kind";
import { openzfsCost } from "./cost";
import { resolveOpenzfs, type ResolvedOpenzfs } from "./resolve";
import { OPENZFS_RULES } from "./rules";
import { TWO_ZONE_RULES } from "./two-zone-rules";
import { fsxOpenzfsSchema } from "./schema";

/** FSx for OpenZFS: NFS in one zone, on SSDs. */
export const FSX_OPENZFS: StorageKind<typeof fsxOpenzfsSchema, ResolvedOpenzfs> = {
  kind: "fsx-openzfs",
  schema: fsxOpenzfsSchema,
  resolve: resolveOpenzfs,
  rules: [...OPENZFS_RULES, ...TWO_ZONE_RULES],
  cost: (volume, prices) => [openzfsCost(volume, prices)],
};
