import type { StorageKind } from "../kind";
import { resolveLustreExisting, type ResolvedLustreExisting } from "./resolve";
import { LUSTRE_EXISTING_RULES } from "./rules";
import { lustreExistingSchema } from "./schema";

/** A Lustre file system that is there: hosts mount it, and pods see a folder of it. */
export const LUSTRE_EXISTING: StorageKind<typeof lustreExistingSchema, ResolvedLustreExisting> = {
  kind: "lustre-existing",
  schema: lustreExistingSchema,
  resolve: resolveLustreExisting,
  // where pods mount it is judged with all other volumes
  rules: LUSTRE_EXISTING_RULES,
  // somebody else pays for it, or has paid
  cost: () => [],
};
