import { z } from "zod";

/** A group as `getent group` is asked for it: blanks are common in Active Directory, and a colon ends a name. */
export const directoryGroupSchema = z
  .string()
  .max(255)
  .regex(
    /^[^\s:,\p{C}-](?:[^:,\p{C}]*[^\s:,\p{C}])?$/u,
    "must be the name of a group as getent knows it: no colons, commas or control characters, no blank at its ends and no dash at its start",
  );
