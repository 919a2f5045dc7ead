import { z } from "zod";
import { CUFILE_SOURCES } from "../facts/cufile";
import { isOneMachine, ONE_MACHINE } from "../kernel/host";
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

/** A machine elsewhere: nothing of it is written to a shell, and nothing but a name or an address gets through. */
export const hostSchema = z
  .string()
  .max(253)
  .regex(
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?)*|[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7})$/,
    {
      error: "must be a name or an address, such as files.example.com or 10.0.0.9, without a port or a path",
      abort: true,
    },
  )
  .refine(isOneMachine, ONE_MACHINE);

/** Name of an object of Kubernetes. */
export const objectNameSchema = z
  .string()
  .max(253)
  .regex(
    /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
    "must be the name of an object of Kubernetes: lower-case letters, digits, dashes and dots",
  );

/** A folder on a file system: names with slashes between them, none of which leads out of it. */
export const innerFolderSchema = z
  .string()
  .max(255)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/,
    "must be a folder on the file system, such as railyard, without a slash at its beginning",
  );

/** Update policy of what names other files. */
export const OTHER_FILES = {
  update: "drains",
  updateNote:
    "Pods are made anew and see other files. Those that are there stay where they are, and nothing copies them.",
} as const;

/** Update policy of an option of mounts. */
export const OF_LATER_PODS = {
  update: "in-place",
  updateNote: "Pods that run keep their mount; those that start later have the new one.",
} as const;

/** Whether jobs read a volume straight into the memory of GPUs. */
export const gpuDirectKey = key(z.boolean().default(false), {
  description:
    "GPUDirect Storage: jobs find a cufile.json for it in CUFILE_ENV_PATH_JSON. Hosts have nvidia-fs; gdscheck shows whether it works.",
  source: CUFILE_SOURCES.keys,
  update: "in-place",
  updateNote: "Jobs that start later have it.",
});

/** Whether pods can only read a volume. */
export const readOnlyKey = key(z.boolean().default(false), {
  description: "Whether pods can only read it.",
  update: "drains",
  updateNote: "Claims are made anew, and pods with them.",
});
