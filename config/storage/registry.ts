import { z } from "zod";
import type { StorageKind } from "./kind";
import { EXISTING_STORAGE_KINDS, STORAGE_KINDS } from "./kinds";

/** A volume in config, of any kind. */
export type VolumeConfig = z.output<(typeof STORAGE_KINDS)[number]["schema"]>;

/** What stands in for storage that is asked for and that no driver is known for, or none of ours. */
const INSTEAD: Readonly<Record<string, string>> = {
  daos: "no driver of DAOS is known; what hosts have mounted of it is a static mount: kind nfs by a gateway, or lustre-existing with its hostPath",
  gpfs: "IBM Storage Scale is kind scale",
  minio: "a bucket of MinIO is kind s3-compatible",
  ceph: "a bucket of Ceph is kind s3-compatible, and CephFS that hosts have mounted lustre-existing with its hostPath",
};

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
  return z.discriminatedUnion("kind", kinds.map(({ schema }) => schema) as unknown as Schemas, {
    error: ({ input }) => INSTEAD[String((input as { kind?: unknown } | undefined)?.kind)],
  });
}

/** The row of a kind. */
export function storageKind(kind: string): StorageKind {
  const rows: readonly { readonly kind: string }[] = [...STORAGE_KINDS, ...EXISTING_STORAGE_KINDS];
  const found = rows.find((row) => row.kind === kind);
  if (!found) throw new Error(`config/storage/kinds.ts has no row for ${kind}`);
  return found as unknown as StorageKind;
}
