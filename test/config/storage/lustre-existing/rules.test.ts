import { LUSTRE_EXISTING_RULES } from "../../../../config/storage/lustre-existing/rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const USERS = { kind: "lustre-existing", hostPath: "/lustre", mountPath: "/users" };
const second = (folder: string) => ({ storage: { users: { ...USERS, folder } } });
const at = (hostPath: string) => ({ storage: { scratch: { hostPath } } });

ruleCases(
  LUSTRE_EXISTING_RULES,
  {
    "lustre-existing/host-folder": {
      severity: "warning",
      trips: [
        {
          when: "a folder of the system",
          change: at("/etc"),
          at: ["storage", "scratch", "hostPath"],
          message: ["/etc/railyard of the hosts is below /etc"],
        },
        {
          when: "that of the kubelet",
          change: at("/var/lib/kubelet"),
          at: ["storage", "scratch", "hostPath"],
          message: ["is below /var"],
        },
      ],
      passes: [
        { when: "a mount of its own", change: at("/mnt/lustre") },
        { when: "homes of the hosts", change: at("/home") },
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
