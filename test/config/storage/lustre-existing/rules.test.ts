import { LUSTRE_EXISTING_RULES } from "../../../../config/storage/lustre-existing/rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const USERS = { kind: "lustre-existing", hostPath: "/lustre", mountPath: "/users" };
const second = (folder: string) => ({ storage: { users: { ...USERS, folder } } });
const at = (hostPath: string) => ({ storage: { scratch: { hostPath } } });

/** Folders from which hosts run, and the folder of them that a volume would be. */
const HOST_FOLDERS = [
  ["/etc", "railyard"],
  ["/proc", "a"],
  ["/sys/fs", "a"],
  ["/dev", "shm"],
  ["/boot", "a"],
  ["/usr/local", "a"],
  ["/bin", "a"],
  ["/sbin", "a"],
  ["/lib", "modules"],
  ["/lib64", "a"],
  ["/run", "a"],
  ["//root", "a"],
  ["/var/lib/kubelet", "pods"],
  ["/var/lib/containerd", "a"],
  ["/var//lib/etcd", "a"],
  ["/var/lib", "kubelet"],
  ["/var", "lib"],
] as const;

ruleCases(
  LUSTRE_EXISTING_RULES,
  {
    "lustre-existing/host-own-folder": {
      severity: "error",
      trips: HOST_FOLDERS.map(([hostPath, folder]) => ({
        when: `${hostPath} and ${folder}`,
        change: { storage: { scratch: { hostPath, folder } } },
        at: ["storage", "scratch", "hostPath"],
        message: ["hosts run from"],
        fix: ["/lustre"],
      })),
      passes: [
        { when: "a mount of its own", change: at("/mnt/lustre") },
        { when: "names that begin alike", change: at("/etcetera") },
        { when: "a folder beside those of the kubelet", change: at("/var/lib/lustre") },
      ],
    },
    "lustre-existing/host-folder": {
      severity: "warning",
      trips: [
        {
          when: "a folder beside those that hosts run from",
          change: at("/var/lustre"),
          at: ["storage", "scratch", "hostPath"],
          message: ["/var/lustre/railyard of the hosts is below /var"],
        },
      ],
      passes: [
        { when: "a mount of its own", change: at("/mnt/lustre") },
        { when: "homes of the hosts", change: at("/home") },
        { when: "what is an error already", change: at("/etc") },
      ],
    },
    "lustre-existing/folders-apart": {
      severity: "warning",
      trips: [
        {
          when: "homes in scratch space",
          change: second("railyard/homes"),
          at: ["storage", "users", "folder"],
          message: ["/lustre/railyard/homes of users lies in /lustre/railyard, which is scratch"],
        },
        {
          when: "scratch space in the folder of another volume",
          change: { storage: { scratch: { folder: "a/b" }, users: { ...USERS, folder: "a" } } },
          at: ["storage", "users", "folder"],
          message: ["/lustre/a/b of scratch lies in /lustre/a, which is users"],
        },
        {
          when: "one folder, by two mounts of the same name",
          change: { storage: { scratch: { folder: "a/b" }, users: { ...USERS, hostPath: "/lustre/a", folder: "b" } } },
          at: ["storage", "users", "folder"],
          message: ["users and scratch are one folder, /lustre/a/b"],
        },
      ],
      passes: [
        { when: "folders beside each other", change: second("homes") },
        { when: "names that begin alike", change: second("railyard-homes") },
      ],
    },
    "lustre-existing/scratch-apart": {
      severity: "error",
      trips: [
        {
          change: { nodeGroups: { dgx: { scratch: "/lustre/tmp" } } },
          at: ["nodeGroups", "dgx", "scratch"],
          message: ["/lustre/tmp of dgx is on the Lustre that hosts have mounted at /lustre (scratch)"],
        },
      ],
      passes: [{ change: { nodeGroups: { dgx: { scratch: "/raid/scratch" } } } }],
    },
  },
  CLUSTER_SAMPLE,
);
