import { STORAGE_MOUNT_RULES } from "../../../config/storage/mount-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const scratch = { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 1200 };
const exported = { kind: "nfs", server: "files.example.com", export: "/export" };
const target = {
  kind: "nvme-of",
  address: "10.0.8.30",
  nqn: "nqn.2027-01.com.example:data",
  device: { uuid: "58668891-c3e4-45d0-b90e-824525c16080" },
  fileSystem: "xfs",
};
const users = { slurm: { users: { jane: { uid: 20001 } } } };
const storage = (volumes: object, more: object = {}) => ({ storage: volumes, ...more });

ruleCases(STORAGE_MOUNT_RULES, {
  "storage/written-twice": {
    severity: "error",
    trips: [
      {
        when: "lustre in both forms",
        change: storage({ lustre: scratch }),
        at: ["storage", "lustre"],
        message: ["the same file system"],
      },
    ],
    passes: [
      { when: "the long form alone", change: storage({ lustre: scratch }, { lustre: null }) },
      { when: "a second one", change: storage({ fast: scratch }) },
    ],
  },
  "storage/name-taken": {
    severity: "error",
    trips: [
      {
        when: "the bucket's",
        change: storage({ checkpoints: { kind: "efs" } }),
        at: ["storage", "checkpoints"],
        message: ["checkpoints.mountpoint"],
      },
      {
        when: "the archive's",
        change: storage({ archive: scratch }),
        at: ["storage", "archive"],
        fix: ["archive-files"],
      },
      {
        when: "lustre that is none",
        change: storage({ lustre: { kind: "efs" } }, { lustre: null }),
        at: ["storage", "lustre"],
        message: ["FSx for Lustre"],
      },
    ],
    passes: [{ change: storage({ homes: { kind: "efs" }, fast: scratch }) }],
  },
  "storage/mount-twice": {
    severity: "error",
    trips: [
      {
        when: "two kinds at one path",
        change: storage({ homes: { kind: "efs", mountPath: "/fsx" } }),
        at: ["storage", "homes", "mountPath"],
        message: ["homes is mounted at /fsx", "lustre at /fsx"],
        fix: ["/mnt/homes"],
      },
      {
        when: "one below another, where the usual folder is below it, too",
        change: storage({ a: { ...exported, mountPath: "/mnt" }, b: { ...exported, mountPath: "/mnt/b" } }),
        at: ["storage", "b", "mountPath"],
        message: ["b is mounted at /mnt/b, and a at /mnt"],
        fix: ['mountPath: "/b"'],
      },
      {
        when: "one above another, whose usual folder a third one has",
        change: storage({
          a: { ...exported, mountPath: "/mnt/c" },
          b: { ...exported, mountPath: "/c/d" },
          c: { ...exported, mountPath: "/c" },
        }),
        at: ["storage", "c", "mountPath"],
        fix: ['mountPath: "/c-files"'],
      },
      {
        when: "/home twice",
        change: storage({ homes: { kind: "efs" }, more: { kind: "efs" } }),
        at: ["storage", "more", "mountPath"],
        message: ["/home"],
      },
      {
        when: "one below another",
        change: storage({ homes: { kind: "efs" }, fast: { ...scratch, mountPath: "/home/fast" } }),
        at: ["storage", "fast", "mountPath"],
        message: ["/home/fast", "/home"],
      },
      {
        when: "one above another",
        change: storage({ a: { kind: "efs", mountPath: "/data/a" }, b: { kind: "efs", mountPath: "/data" } }),
        at: ["storage", "b", "mountPath"],
        message: ["/data/a"],
      },
    ],
    passes: [
      { change: storage({ homes: { kind: "efs" }, fast: scratch }) },
      { when: "names that begin alike", change: storage({ a: { kind: "efs", mountPath: "/fsx2" } }) },
    ],
  },
  "storage/mount-path-reserved": {
    severity: "error",
    trips: [
      ...["/etc", "/usr/local/x", "/var/lib/slurm", "/opt", "/mnt/k8s-disks/0", "//etc"].map((mountPath) => ({
        when: mountPath,
        change: storage({ data: { kind: "efs", mountPath } }),
        at: ["storage", "data", "mountPath"],
        message: [mountPath],
        fix: ["/mnt/data"],
      })),
    ],
    passes: [
      { when: "/home", change: storage({ homes: { kind: "efs" } }) },
      { when: "a folder of its own", change: storage({ data: { kind: "efs", mountPath: "/data" } }) },
      { when: "Lustre, of which another rule tells", change: storage({ data: { ...scratch, mountPath: "/etc" } }) },
    ],
  },
  "storage/names-apart": {
    severity: "error",
    trips: [
      {
        when: "two teams whose volumes come to one name",
        change: storage(
          { "b-c": { ...exported, teams: true }, c: { ...exported, teams: true } },
          { teams: { a: { gpus: 8 }, "a-b": { gpus: 8 } } },
        ),
        at: ["storage", "c"],
        message: ["volume a-b-c of the cluster", "b-c of team a"],
      },
      {
        when: "a team called like a volume of Slurm",
        change: storage(
          { "x-data": exported, data: { ...exported, teams: true } },
          { teams: { "slurm-x": { gpus: 8 } } },
        ),
        at: ["storage", "data"],
        message: ["slurm-x-data"],
      },
    ],
    passes: [
      { when: "names that are apart", change: storage({ data: { ...exported, teams: true } }) },
      {
        when: "volumes that teams do not have",
        change: storage({ "b-c": exported, c: exported }, { teams: { a: { gpus: 8 }, "a-b": { gpus: 8 } } }),
      },
    ],
  },
  "storage/homes-read-only": {
    severity: "error",
    trips: [
      {
        when: "homes that nobody can write to",
        change: storage({ home: { ...exported, readOnly: true } }, users),
        at: ["storage", "home", "readOnly"],
        message: ["/home", "NFS home"],
        fix: ["take readOnly out"],
      },
    ],
    passes: [
      { when: "homes that they can", change: storage({ home: exported }, users) },
      { when: "homes elsewhere", change: storage({ data: { ...exported, readOnly: true } }, users) },
      { when: "no users", change: storage({ home: { ...exported, readOnly: true } }) },
    ],
  },
});

ruleCases(
  STORAGE_MOUNT_RULES.filter(({ id }) => id === "storage/homes-read-only"),
  {
    "storage/homes-read-only": {
      severity: "error",
      trips: [
        {
          when: "a kind that has no key for it",
          change: storage({ home: target }, users),
          at: ["storage", "home", "mountPath"],
          message: ["pods can only read NVMe-oF home"],
          fix: [`mountPath: "/mnt/home"`, `kind: "nfs"`],
        },
      ],
      passes: [{ when: "such a volume elsewhere", change: storage({ data: target }, users) }],
    },
  },
  CLUSTER_SAMPLE,
);
