import { z } from "zod";
import { EFS } from "./efs";
import { FSX_LUSTRE } from "./fsx-lustre";
import type { ResolvedVolume, StorageKind } from "./kind";

/** Every kind of storage. */
export const STORAGE_KINDS = [FSX_LUSTRE, EFS] as const;

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
  if (!found) throw new Error(`config/storage/registry.ts has no row for ${kind}`);
  return found as unknown as StorageKind;
}

/** The volumes that a kind has made. */
export const ofKind = <V extends ResolvedVolume>(volumes: readonly ResolvedVolume[], kind: V["kind"]): V[] =>
  volumes.filter((volume): volume is V => volume.kind === kind);
