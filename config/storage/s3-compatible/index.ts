import type { StorageKind } from "../kind";
import { resolveS3Compatible, type ResolvedS3Compatible } from "./resolve";
import { S3_COMPATIBLE_RULES } from "./rules";
import { s3CompatibleSchema } from "./schema";

/** A bucket of a store that speaks S3: for checkpoints of clusters that have no S3 of AWS. */
export const S3_COMPATIBLE: StorageKind<typeof s3CompatibleSchema, ResolvedS3Compatible> = {
  kind: "s3-compatible",
  schema: s3CompatibleSchema,
  resolve: resolveS3Compatible,
  rules: S3_COMPATIBLE_RULES,
  // somebody else pays for it, or has paid
  cost: () => [],
};
