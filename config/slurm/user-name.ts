import { z } from "zod";

/**
 * A user name as Linux, SSH and Slurm all take it; dots are common in directories of companies.
 * @see https://man7.org/linux/man-pages/man8/useradd.8.html
 */
export const userNameSchema = z
  .string()
  .regex(
    /^[a-z_][a-z0-9_.-]{0,30}[a-z0-9_]$|^[a-z]$/,
    "must be a Linux user name: lower-case letters, digits, dots, dashes and underscores, 32 at most",
  );
