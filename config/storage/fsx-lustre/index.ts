import { resolveLustre, type ResolvedLustre } from "./resolve";
import { LUSTRE_CLIENT_RULES } from "./client-rules";
import { LUSTRE_PLACE_RULES } from "./place-rules";
import { LUSTRE_SAFETY_RULES } from "./safety-rules";
import { LUSTRE_SIZE_RULES } from "./size-rules";
import type { StorageKind } from "../kind";
import { lustreCost } from "./cost";
import { perFileSystem } from "./per-file-system";
import { fsxLustreSchema } from "./schema";

const RULES = [LUSTRE_SIZE_RULES, LUSTRE_PLACE_RULES, LUSTRE_CLIENT_RULES, LUSTRE_SAFETY_RULES];

/** FSx for Lustre: the parallel file system of jobs. `lustre` is the short form of a volume of this kind and name. */
export const FSX_LUSTRE: StorageKind<typeof fsxLustreSchema, ResolvedLustre> = {
  kind: "fsx-lustre",
  schema: fsxLustreSchema,
  resolve: resolveLustre,
  rules: RULES.flat().map(perFileSystem),
  cost: (volume, prices) => [lustreCost(volume, prices)],
};
