import { z } from "zod";
import { SCALE_DRIVER } from "../../facts/storage-drivers";
import { key } from "../../kernel/key";
import { gpuDirectKey, mountPathSchema, OTHER_FILES, readOnlyKey } from "../common";

/** A folder of an IBM Storage Scale (GPFS) file system that is there. */
export const scaleSchema = z.strictObject({
  kind: z.literal("scale"),
  clusterId: key(z.string().regex(/^\d{1,20}$/, "must be the number of the cluster in quotes: mmlscluster shows it"), {
    description: "Id of the Storage Scale cluster that hosts belong to.",
    example: "7118073361626808055",
    source: SCALE_DRIVER.source,
    ...OTHER_FILES,
  }),
  fileSystemUid: key(
    z.string().regex(/^[0-9A-F]{8}:[0-9A-F]{8}$/, "must be the UID of a file system, such as 09762E69:5D36FE8D"),
    {
      description: "UID of the file system: `mmlsfs <name> --uid` shows it.",
      example: "09762E69:5D36FE8D",
      source: SCALE_DRIVER.source,
      ...OTHER_FILES,
    },
  ),
  folder: key(
    z
      .string()
      .max(1024)
      .regex(
        /^(\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9_.-]+){2,}$/,
        "must be a folder below where hosts have the file system, such as /gpfs/fs1/railyard, without . and ..",
      ),
    {
      description:
        "Folder that pods see, with the path at which hosts have the file system: somebody has made it, and not the mount itself.",
      example: "/gpfs/fs1/railyard",
      source: SCALE_DRIVER.source,
      ...OTHER_FILES,
    },
  ),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where pods see it. What is mounted at /home has the homes of slurm.users.",
    defaultNote: "its name: /scale for a volume scale",
    update: "drains",
    updateNote: "Pods are made anew. Files stay on the file system.",
  }),
  readOnly: readOnlyKey,
  gpuDirect: gpuDirectKey,
});

export type ScaleConfig = z.output<typeof scaleSchema>;
