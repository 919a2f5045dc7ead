import { EFS } from "./efs";
import { FSX_LUSTRE } from "./fsx-lustre";

/** Every kind of storage. */
export const STORAGE_KINDS = [FSX_LUSTRE, EFS] as const;
