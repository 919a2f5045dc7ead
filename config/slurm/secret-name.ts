import { z } from "zod";

/** Names of Secrets are DNS subdomains. */
export const secretNameSchema = z
  .string()
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    "must be the name of a Kubernetes Secret: lower-case letters, digits, dashes and dots",
  );
