import { EFS_BUILDER } from "./efs";
import { FSX_LUSTRE_BUILDER } from "./fsx-lustre";

/** A row for each kind of `config/storage/kinds.ts`. */
export const STORAGE_BUILDERS = [FSX_LUSTRE_BUILDER, EFS_BUILDER] as const;
