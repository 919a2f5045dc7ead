import { z } from "zod";
import type { StorageKind } from "./kind";
import { EXISTING_STORAGE_KINDS, STORAGE_KINDS } from "./kinds";

/** A volume in config, of any kind. */
export type VolumeConfig = z.output<(typeof STORAGE_KINDS)[number]["schema"]>;

type Schemas = Parameters<typeof z.discriminatedUnion>[1];

/** What a volume of `storage` may be in an account of AWS. */
export const volumeSchema = volumeSchemaOf(STORAGE_KINDS) as z.ZodType<
  VolumeConfig,
  z.input<(typeof STORAGE_KINDS)[number]["schema"]>
>;

/** What one may be in a cluster that exists. */
export const existingVolumeSchema = volumeSchemaOf(EXISTING_STORAGE_KINDS) as z.ZodType<
  z.output<(typeof EXISTING_STORAGE_KINDS)[number]["schema"]>,
  z.input<(typeof EXISTING_STORAGE_KINDS)[number]["schema"]>
>;

/** One of several kinds, each with the keys of its own schema. */
export function volumeSchemaOf(kinds: readonly { readonly schema: z.ZodType }[]): z.ZodType {
  return z.discriminatedUnion("kind", kinds.map(({ schema }) => schema) as unknown as Schemas);
}

/** The row of a kind. */
export function storageKind(kind: string): StorageKind {
  const rows: readonly { readonly kind: string }[] = [...STORAGE_KINDS, ...EXISTING_STORAGE_KINDS];
  const found = rows.find((row) => row.kind === kind);
  if (!found) throw new Error(`config/storage/kinds.ts has no row for ${kind}`);
  return found as unknown as StorageKind;
}
