import type { Rule } from "../../kernel/rule";
import type { ResolvedVolume } from "../kind";
import { groupPath } from "../../pools/written-groups";
import { folderText, hostOwnFolder, systemFolder } from "../mount-folders";
import type { ResolvedLustreExisting } from "./resolve";

const isLustreExisting = (volume: ResolvedVolume): volume is ResolvedLustreExisting =>
  volume.kind === "lustre-existing";

/** Whether one folder is the other, or lies in it. */
const within = (inner: string, outer: string): boolean => folderText(inner).startsWith(folderText(outer));

/** Lustre that hosts have mounted. */
export const LUSTRE_EXISTING_RULES: readonly Rule[] = [
  {
    id: "lustre-existing/host-own-folder",
    title: "Pods see no folder from which a host runs.",
    severity: "error",
    why: "Root of a pod writes there as root of the host: a job could change the programs, the keys and the kubelet of every node.",
    source: "https://kubernetes.io/docs/concepts/storage/volumes/#hostpath",
    *check({ env: { storage } }) {
      for (const volume of storage.filter(isLustreExisting)) {
        const own = hostOwnFolder(volume.hostFolder);
        if (own === undefined) continue;
        yield {
          path: [...volume.path, "hostPath"],
          message: `pods would have ${volume.hostFolder} of the hosts, and hosts run from ${own}`,
          fix: 'write where the hosts have mounted the file system, such as hostPath: "/lustre"',
        };
      }
    },
  },
  {
    id: "lustre-existing/host-folder",
    title: "What hosts have mounted lies beside what they need themselves.",
    severity: "warning",
    why: "A file system is seldom mounted there: pods would write into folders of the host's own disk.",
    source: "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html",
    *check({ env: { storage } }) {
      for (const volume of storage.filter(isLustreExisting)) {
        const system = systemFolder(volume.hostFolder);
        if (system === undefined || hostOwnFolder(volume.hostFolder) !== undefined) continue;
        yield {
          path: [...volume.path, "hostPath"],
          message: `${volume.hostFolder} of the hosts is below ${system}, which their system has`,
          fix: "write where the hosts have mounted the file system, such as /lustre; ignore this rule if that is there",
        };
      }
    },
  },
  {
    id: "lustre-existing/folders-apart",
    title: "No volume is a folder of another one.",
    severity: "warning",
    why: "Pods with the outer volume have the files of the inner one, too, where its own permissions do not keep them out: homes in scratch space are purged with it, and a team's claim of one has the other.",
    source: "https://kubernetes.io/docs/concepts/storage/volumes/#hostpath",
    *check({ env: { storage } }) {
      const volumes = storage.filter(isLustreExisting);
      for (const [at, volume] of volumes.entries())
        for (const other of volumes.slice(0, at)) {
          const [own, one] = [volume.hostFolder, other.hostFolder];
          if (!within(own, one) && !within(one, own)) continue;
          const same = within(own, one) && within(one, own);
          const [inner, outer] = within(own, one) ? [volume, other] : [other, volume];
          yield {
            path: [...volume.path, "folder"],
            message: same
              ? `${volume.name} and ${other.name} are one folder, ${own}`
              : `${inner.hostFolder} of ${inner.name} lies in ${outer.hostFolder}, which is ${outer.name}`,
            fix: "give each volume a folder beside the other, such as railyard and homes",
          };
        }
    },
  },
  {
    id: "lustre-existing/scratch-apart",
    title: "Scratch space of a host is on disks of the host.",
    severity: "error",
    why: "On a file system that all hosts have, slurmd of all nodes would unpack containers into one folder, over each other; overlays, which containers need, are none that Lustre has.",
    source: "https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/configuration.md",
    *check({ env: { storage, nodeGroups } }) {
      for (const volume of storage.filter(isLustreExisting))
        for (const pool of nodeGroups) {
          const scratch = pool.machines.kind === "existing" ? pool.machines.scratch : undefined;
          if (scratch === undefined || !within(scratch, volume.hostPath)) continue;
          yield {
            path: groupPath(pool, "scratch"),
            message: `${scratch} of ${pool.name} is on the Lustre that hosts have mounted at ${volume.hostPath} (${volume.name})`,
            fix: "write a folder on local disks, such as /raid/scratch, or leave it out",
          };
        }
    },
  },
];
