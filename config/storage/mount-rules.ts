import { CHARTS } from "../facts/versions";
import { HOMES_FOLDER } from "../facts/slurm-mounts";
import { freeFolder } from "./free-folder";
import { homesOf } from "./homes";
import { SHORT_FORM } from "./names";
import { folderText, hiddenBy } from "./mount-folders";
import type { Rule } from "../kernel/rule";

const MOUNTS =
  "https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#volumes-1 (mountPath must be unique)";

const writtenTwice: Rule = {
  id: "storage/written-twice",
  title: "A volume is written once.",
  severity: "error",
  why: "`lustre` is the short form of storage.lustre: with both, one of them would be made of nothing.",
  source:
    "https://docs.aws.amazon.com/fsx/latest/LustreGuide/mounting-ec2-instance.html; Railyard's own design: lustre is the short form of a file system in storage",
  *check({ config: { lustre, storage } }) {
    if (!lustre || !storage[SHORT_FORM]) return;
    yield {
      path: ["storage", SHORT_FORM],
      message: "lustre is written as a key of the environment as well, which is the same file system",
      fix: "take one of them out, or give this one another name",
    };
  },
};

/** Claims that are not those of volumes: the buckets of checkpoints, mounted. */
const TAKEN_CLAIMS = ["checkpoints", "archive"];

const nameTaken: Rule = {
  id: "storage/name-taken",
  title: "No volume has the name of another claim.",
  severity: "error",
  why: "Pods mount a volume by a claim of its name; the mounted buckets of checkpoints have claims called checkpoints and archive, and `lustre` means FSx for Lustre.",
  source:
    "https://kubernetes.io/docs/concepts/storage/persistent-volumes/; Railyard's own design: volumes of other parts have names of theirs",
  *check({ env: { storage } }) {
    for (const { name, kind, path } of storage) {
      const isTaken = TAKEN_CLAIMS.includes(name) || (name === SHORT_FORM && kind !== "fsx-lustre");
      if (!isTaken) continue;
      yield {
        path,
        message: `${name} is the name of ${name === SHORT_FORM ? "the FSx for Lustre file system" : "a claim of checkpoints.mountpoint"}`,
        fix: `give it another name, such as ${name}-files`,
      };
    }
  },
};

const mountTwice: Rule = {
  id: "storage/mount-twice",
  title: "Every volume has a folder of its own.",
  severity: "error",
  why: "Kubernetes refuses a pod with two mounts at one path; one below another hides what lies there, or is hidden, by the order in which they are mounted.",
  source: MOUNTS,
  *check({ env: { storage } }) {
    for (const [index, { path, mount, name }] of storage.entries()) {
      const at = folderText(mount.mountPath);
      const other = storage
        .slice(0, index)
        .find(
          (one) => at.startsWith(folderText(one.mount.mountPath)) || folderText(one.mount.mountPath).startsWith(at),
        );
      if (!other) continue;
      yield {
        path: [...path, "mountPath"],
        message: `${name} is mounted at ${mount.mountPath}, and ${other.name} at ${other.mount.mountPath}`,
        fix: `write mountPath: "${freeFolder(name, storage)}", or another folder of its own`,
      };
    }
  },
};

const mountPathReserved: Rule = {
  id: "storage/mount-path-reserved",
  title: "A volume is mounted where it hides nothing.",
  severity: "error",
  why: "A mount hides what lies under it: system folders, or the NVMe disks that EKS mounts at /mnt/k8s-disks. Homes of users are what /home is for.",
  source: "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html",
  *check({ env: { storage } }) {
    // of these lustre/mount-path-reserved tells
    for (const { path, name, mount } of storage.filter(({ kind }) => kind !== "fsx-lustre")) {
      const hidden = hiddenBy(mount.mountPath);
      if (hidden === undefined || folderText(mount.mountPath) === folderText(HOMES_FOLDER)) continue;
      yield {
        path: [...path, "mountPath"],
        message: `a mount at ${mount.mountPath} hides what images have in ${hidden}`,
        fix: `write mountPath: "${HOMES_FOLDER}" for homes, "${freeFolder(name, storage)}", or another folder of its own`,
      };
    }
  },
};

/** What a team's namespace calls a volume to the whole cluster: persistent volumes have no namespace. */
const clusterName = (namespace: string, claim: string): string => `${namespace}-${claim}`;

const namesApart: Rule = {
  id: "storage/names-apart",
  title: "Volumes of two namespaces have two names in the cluster.",
  severity: "error",
  why: "A persistent volume is called by namespace and volume, with a dash between: where two come to one name, Helm refuses the second release and the deployment stops halfway.",
  source: "https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reserving-a-persistentvolume",
  *check({ env: { storage, teams } }) {
    const taken = new Map(storage.map(({ name }) => [clusterName(CHARTS.slurm.namespace, name), `${name} of Slurm`]));
    for (const { name, path, mount } of storage.filter((volume) => volume.mount.teams))
      for (const team of Object.keys(teams)) {
        const called = clusterName(team, name);
        const other = taken.get(called);
        taken.set(called, `${name} of team ${team}`);
        if (other === undefined || !mount.teams) continue;
        yield {
          path,
          message: `${name} of team ${team} would be the volume ${called} of the cluster, as ${other} is`,
          fix: `give the volume another name, such as ${name.replaceAll("-", "")}-files`,
        };
      }
  },
};

const homesReadOnly: Rule = {
  id: "storage/homes-read-only",
  title: "Users can write in their homes.",
  severity: "error",
  why: "Their homes are made there at login, and shells and programs write into them: with a volume that can only be read nobody has one.",
  source: "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/ch03s08.html",
  *check({ config, env }) {
    const { volume, folder } = homesOf(env);
    if (!volume?.mount.readOnly || Object.keys(env.slurm?.users ?? {}).length === 0) return;
    // some kinds can only be read, and have no key for it
    const hasKey = "readOnly" in (config.storage[volume.name] ?? {});
    const other = `mount another volume at ${HOMES_FOLDER}, such as storage: { homes: { kind: "nfs", mountPath: "${HOMES_FOLDER}" } }`;
    yield {
      path: [...volume.path, hasKey ? "readOnly" : "mountPath"],
      message: `homes of slurm.users are in ${folder}, and pods can only read ${volume.title}`,
      fix: hasKey
        ? `take readOnly out, or ${other}`
        : `write mountPath: "${freeFolder(volume.name, env.storage)}" here, as pods can only read ${volume.kind}; and ${other}`,
    };
  },
};

/** Where volumes are mounted, and what they are called. */
export const STORAGE_MOUNT_RULES: readonly Rule[] = [
  writtenTwice,
  nameTaken,
  mountTwice,
  mountPathReserved,
  homesReadOnly,
  namesApart,
];
