import type { StorageKind } from "../kind";
import { resolveNfs, type ResolvedNfs } from "./resolve";
import { NFS_RULES } from "./rules";
import { nfsSchema } from "./schema";

/** An NFS server that is there, in any cluster that reaches it. */
export const NFS: StorageKind<typeof nfsSchema, ResolvedNfs> = {
  kind: "nfs",
  schema: nfsSchema,
  resolve: resolveNfs,
  rules: NFS_RULES,
  // somebody else pays for it, or has paid
  cost: () => [],
};
