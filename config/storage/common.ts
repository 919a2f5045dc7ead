import { z } from "zod";
import { key } from "../kernel/key";

/** A folder of its own, from the root. */
export const mountPathSchema = z
  .string()
  .regex(/^\/[A-Za-z0-9/_-]*[A-Za-z0-9]$/, "must be an absolute path, such as /fsx");

/** Whether teams have the volume in their namespaces. */
export const teamsKey = key(z.boolean().default(false), {
  description:
    "Whether each namespace of a team has a claim of it, beside that of Slurm and of jobs. Root of a pod there reads all of it.",
  update: "in-place",
});
