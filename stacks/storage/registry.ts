import { EFS_BUILDER } from "./efs";
import { FSX_LUSTRE_BUILDER } from "./fsx-lustre";
import type { StorageBuilder } from "./builder";

/** A row for each kind of `config/storage/registry.ts`. */
export const STORAGE_BUILDERS = [FSX_LUSTRE_BUILDER, EFS_BUILDER] as const;

/** The row of a kind. */
export function storageBuilder(kind: string): StorageBuilder {
  const rows: readonly { readonly kind: string }[] = STORAGE_BUILDERS;
  const found = rows.find((row) => row.kind === kind);
  if (!found) throw new Error(`stacks/storage/registry.ts has no row for ${kind}`);
  return found as unknown as StorageBuilder;
}
