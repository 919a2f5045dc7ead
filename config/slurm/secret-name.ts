import { z } from "zod";
import { key } from "../kernel/key";

/** Names of Secrets are DNS subdomains. */
export const secretNameSchema = z
  .string()
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    "must be the name of a Kubernetes Secret: lower-case letters, digits, dashes and dots",
  );

/** A key of a Secret, and its usual name. @see https://kubernetes.io/docs/concepts/configuration/secret/ */
export const secretKeyName = (usual: string) =>
  key(
    z
      .string()
      .max(253)
      .regex(/^[A-Za-z0-9][\w.-]*$/, "must be a key of a Secret: letters, digits, dashes, dots and underscores")
      .default(usual),
    { description: "Key of the Secret.", update: "in-place" },
  );
