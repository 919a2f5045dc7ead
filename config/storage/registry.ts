import { z } from "zod";
import type { StorageKind } from "./kind";
import { STORAGE_KINDS } from "./kinds";

/** A volume in config, of any kind. */
export type VolumeConfig = z.output<(typeof STORAGE_KINDS)[number]["schema"]>;

type Schemas = Parameters<typeof z.discriminatedUnion>[1];

/** What a volume of `storage` may be. */
export const volumeSchema = z.discriminatedUnion(
  "kind",
  STORAGE_KINDS.map(({ schema }) => schema) as unknown as Schemas,
) as unknown as z.ZodType<VolumeConfig, z.input<(typeof STORAGE_KINDS)[number]["schema"]>>;

/** The row of a kind. */
export function storageKind(kind: string): StorageKind {
  const rows: readonly { readonly kind: string }[] = STORAGE_KINDS;
  const found = rows.find((row) => row.kind === kind);
  if (!found) throw new Error(`config/storage/kinds.ts has no row for ${kind}`);
  return found as unknown as StorageKind;
}
