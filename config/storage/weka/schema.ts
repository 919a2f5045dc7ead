import { z } from "zod";
import { WEKA_DRIVER, WEKA_SECRET_KEYS } from "../../facts/storage-drivers";
import { key } from "../../kernel/key";
import {
  gpuDirectKey,
  innerFolderSchema,
  mountPathSchema,
  objectNameSchema,
  OTHER_FILES,
  readOnlyKey,
} from "../common";

/** A folder of a WEKA file system that is there. */
export const wekaSchema = z.strictObject({
  kind: z.literal("weka"),
  fileSystem: key(
    z
      .string()
      .max(32)
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, "must be the name of a file system of WEKA, such as default"),
    { description: "File system of the WEKA cluster.", example: "default", source: WEKA_DRIVER.source, ...OTHER_FILES },
  ),
  folder: key(innerFolderSchema, {
    description: "Folder on it that pods see: somebody has made it. The driver mounts no root.",
    example: "railyard",
    source: WEKA_DRIVER.source,
    ...OTHER_FILES,
  }),
  secretName: key(objectNameSchema, {
    description: `Kubernetes Secret by which the driver reaches the API of the WEKA cluster: ${WEKA_SECRET_KEYS.join(", ")}. No pod of a user sees it.`,
    example: "weka-api",
    source: WEKA_DRIVER.source,
    update: "drains",
  }),
  secretNamespace: key(objectNameSchema.default("csi-wekafsplugin"), {
    description: "Namespace of that Secret.",
    update: "drains",
  }),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where pods see it. What is mounted at /home has the homes of slurm.users.",
    defaultNote: "its name: /fast for a volume fast",
    update: "drains",
    updateNote: "Pods are made anew. Files stay on the file system.",
  }),
  readOnly: readOnlyKey,
  gpuDirect: gpuDirectKey,
  driver: key(z.enum(["install", "existing"]).default("install"), {
    description:
      "install: Railyard installs WEKA's driver. existing: the cluster has it. Hosts have WEKA's client either way; whoever looks after them installs it.",
    source: WEKA_DRIVER.source,
    update: "drains",
  }),
});

export type WekaConfig = z.output<typeof wekaSchema>;
