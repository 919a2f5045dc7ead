import type { StorageBuilder } from "./builder";
import { STORAGE_BUILDERS } from "./builders";

/** The row of a kind. */
export function storageBuilder(kind: string): StorageBuilder {
  const rows: readonly { readonly kind: string }[] = STORAGE_BUILDERS;
  const found = rows.find((row) => row.kind === kind);
  if (!found) throw new Error(`stacks/storage/builders.ts has no row for ${kind}`);
  return found as unknown as StorageBuilder;
}
