import { EFS } from "./efs";
import { FSX_LUSTRE } from "./fsx-lustre";
import { LUSTRE_EXISTING } from "./lustre-existing";

/** Every kind of storage that AWS makes. */
export const STORAGE_KINDS = [FSX_LUSTRE, EFS] as const;

/** Every kind that is there already, and that any cluster can mount. */
export const EXISTING_STORAGE_KINDS = [LUSTRE_EXISTING] as const;
