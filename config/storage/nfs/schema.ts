import { z } from "zod";
import { NFS_MAX_CONNECTIONS, NFS_SOURCES, NFS_VERSIONS } from "../../facts/nfs";
import { withoutLastSlash } from "../../kernel/corrected";
import { key } from "../../kernel/key";
import {
  gpuDirectKey,
  hostSchema,
  mountPathSchema,
  OF_LATER_PODS,
  OTHER_FILES,
  readOnlyKey,
  teamsKey,
} from "../common";

const EXPORT = /^\/(?!\.{1,2}(?:\/|$))([A-Za-z0-9_.@+-]+(\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9_.@+-]+)*)?$/;

const exportPath = z
  .string()
  .max(1024)
  .regex(EXPORT, {
    error: withoutLastSlash(
      EXPORT,
      "must be the path that the server exports, such as /export/data, without . and .. and a slash at its end",
    ),
  });

/** An NFS server that is there: pods mount what it exports. */
export const nfsSchema = z.strictObject({
  kind: z.literal("nfs"),
  server: key(hostSchema, {
    description: "Name or address of the server. All nodes reach it, system nodes with login pods too.",
    example: "files.example.com",
    ...OTHER_FILES,
  }),
  export: key(exportPath, {
    description: "What the server exports, as it is written in a mount: the path after the colon.",
    example: "/export/data",
    ...OTHER_FILES,
  }),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where pods see it. What is mounted at /home has the homes of slurm.users.",
    defaultNote: "its name: /data for a volume data",
    update: "drains",
    updateNote: "Pods are made anew. Files stay on the server.",
  }),
  version: key(z.enum(NFS_VERSIONS).default("4.1"), {
    description: "Version of the protocol; the server must speak it. 3 needs rpc.statd and more ports of the server.",
    source: NFS_SOURCES.mount,
    ...OF_LATER_PODS,
  }),
  transport: key(z.enum(["tcp", "rdma"]).default("tcp"), {
    description:
      "What carries it. rdma: pods on nodes of pools mount over RDMA cards of the host, at port 20049; login pods, whose nodes have none, over TCP.",
    source: NFS_SOURCES.rdma,
    update: "drains",
    updateNote: "Pods are made anew, with another mount. Files stay on the server.",
  }),
  nconnect: key(z.int().min(1).max(NFS_MAX_CONNECTIONS).optional(), {
    description: "Connections of a node to the server. Of several volumes of a server the one mounted first decides.",
    unit: "connections",
    defaultNote: "one",
    example: 8,
    source: NFS_SOURCES.mount,
    ...OF_LATER_PODS,
  }),
  readOnly: readOnlyKey,
  gpuDirect: gpuDirectKey,
  rootSquash: key(z.boolean().default(true), {
    description:
      "Whether the export makes root of a client nobody, as exports do that say nothing else. Nothing is set by it: homes of slurm.users can be made only where it does not.",
    source: NFS_SOURCES.exports,
    update: "none",
  }),
  driver: key(z.enum(["install", "existing", "none"]).default("install"), {
    description:
      "Who mounts it. install: Railyard installs the NFS driver of Kubernetes, whose image has mount.nfs. existing: the cluster has that driver already. none: the kubelet, with mount.nfs of the hosts.",
    source: NFS_SOURCES.driver,
    update: "drains",
    updateNote: "Pods are made anew, with another mount. Files stay on the server.",
  }),
  teams: teamsKey,
});

export type NfsConfig = z.output<typeof nfsSchema>;
