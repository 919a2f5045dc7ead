import { z } from "zod";

/** A bucket that Railyard makes. */
export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, "must be a legal bucket name without dots: 3 to 63 of a-z, 0-9 and dash");

/** A bucket of somebody else, which may have been made before names with dots were advised against. */
export const existingBucketName = z
  .string()
  .regex(
    /^(?!\d+(?:\.\d+){3}$)[a-z0-9](?!.*\.\.)[a-z0-9.-]{1,61}[a-z0-9]$/,
    "must be a legal bucket name: 3 to 63 of a-z, 0-9, dot and dash, no two dots in a row, and no IP address",
  );
