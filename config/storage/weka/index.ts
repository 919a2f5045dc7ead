import { WEKA_DRIVER } from "../../facts/storage-drivers";
import type { StorageKind } from "../kind";
import { oneDriver, oneHandle, secretAsName } from "../volume-rules";
import { resolveWeka, type ResolvedWeka } from "./resolve";
import { wekaSchema } from "./schema";

/** A WEKA file system that is there, mounted by WEKA's driver. */
export const WEKA: StorageKind<typeof wekaSchema, ResolvedWeka> = {
  kind: "weka",
  schema: wekaSchema,
  resolve: resolveWeka,
  rules: [
    oneDriver<ResolvedWeka>("weka", "weka", "csi-wekafsplugin", WEKA_DRIVER.source),
    secretAsName<ResolvedWeka>("weka", "weka"),
    oneHandle<ResolvedWeka>("weka", "weka"),
  ],
  // somebody else pays for it, or has paid
  cost: () => [],
};
