import { z } from "zod";
import { key } from "../../kernel/key";
import { innerFolderSchema, mountPathSchema, teamsKey } from "../common";

const PLACE = "Pods are made anew. Files stay on the file system.";

/** A Lustre file system that is there, and that the hosts have mounted. */
export const lustreExistingSchema = z.strictObject({
  kind: z.literal("lustre-existing"),
  hostPath: key(mountPathSchema, {
    description: "Where all nodes have mounted it, system nodes too. Whoever looks after the hosts does that.",
    example: "/lustre",
    update: "drains",
    updateNote: PLACE,
  }),
  folder: key(innerFolderSchema, {
    description:
      "Folder on the file system that pods see: somebody has made it. A host that has not mounted the file system has no such folder, and Kubernetes then starts no pod there: none writes to the disk of the host instead.",
    example: "railyard",
    update: "drains",
    updateNote: PLACE,
    source: "https://kubernetes.io/docs/concepts/storage/volumes/#hostpath-volume-types",
  }),
  mountPath: key(mountPathSchema.default("/lustre"), {
    description: "Where pods see it. What is mounted at /home has the homes of slurm.users.",
    update: "drains",
    updateNote: PLACE,
  }),
  teams: teamsKey,
});

export type LustreExistingConfig = z.output<typeof lustreExistingSchema>;
