import { EFS_BUILDER } from "./efs";
import { FSX_LUSTRE_BUILDER } from "./fsx-lustre";
import { LUSTRE_EXISTING_BUILDER } from "./lustre-existing";

/** A row for each kind of `STORAGE_KINDS` in `config/storage/kinds.ts`. */
export const STORAGE_BUILDERS = [FSX_LUSTRE_BUILDER, EFS_BUILDER] as const;

/** And for each of `EXISTING_STORAGE_KINDS`. */
export const EXISTING_BUILDERS = [LUSTRE_EXISTING_BUILDER] as const;
