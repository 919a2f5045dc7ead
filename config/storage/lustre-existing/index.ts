import type { StorageKind } from "../kind";
import { resolveLustreExisting, type ResolvedLustreExisting } from "./resolve";
import { lustreExistingSchema } from "./schema";

/** A Lustre file system that is there: hosts mount it, and pods see a folder of it. */
export const LUSTRE_EXISTING: StorageKind<typeof lustreExistingSchema, ResolvedLustreExisting> = {
  kind: "lustre-existing",
  schema: lustreExistingSchema,
  resolve: resolveLustreExisting,
  // where it is mounted is judged with all other volumes
  rules: [],
  // somebody else pays for it, or has paid
  cost: () => [],
};
