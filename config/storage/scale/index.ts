import type { StorageKind } from "../kind";
import { oneHandle } from "../volume-rules";
import { resolveScale, type ResolvedScale } from "./resolve";
import { scaleSchema } from "./schema";

/** An IBM Storage Scale file system that is there, mounted by the driver that the cluster has. */
export const SCALE: StorageKind<typeof scaleSchema, ResolvedScale> = {
  kind: "scale",
  schema: scaleSchema,
  resolve: resolveScale,
  // where pods mount it is judged with all other volumes, and what it needs of the cluster by preflight
  rules: [oneHandle<ResolvedScale>("scale", "scale")],
  // somebody else pays for it, or has paid
  cost: () => [],
};
