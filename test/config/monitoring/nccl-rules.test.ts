import { NCCL_INSPECTOR_RULES } from "../../../config/monitoring/nccl-rules";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const loads = (plugin?: string, more: object = {}) => ({
  monitoring: { ncclInspector: plugin === undefined ? {} : { plugin }, ...more },
});
const ON_LUSTRE = "/fsx/lib/libnccl-profiler-inspector.so";
const KEY = ["monitoring", "ncclInspector"];

ruleCases(NCCL_INSPECTOR_RULES, {
  "monitoring/nccl-inspector-unread": {
    severity: "error",
    trips: [
      { when: "no Prometheus", change: loads(undefined, { enabled: false }), at: KEY, message: ["monitoring is off"] },
      { when: "no Slurm", change: { ...loads(), slurm: null }, at: KEY, message: ["there is no slurm"] },
      {
        when: "Slurm without GPUs",
        change: { ...loads(), slurm: { partitions: { train: { nodeGroups: ["system"] } } } },
        at: KEY,
        message: ["no partition of Slurm has nodes with GPUs"],
      },
    ],
    passes: [{ when: "jobs with GPUs", change: loads() }],
  },
  "monitoring/nccl-inspector-path": {
    severity: "error",
    trips: [
      {
        when: "scratch space",
        change: loads("/scratch/libnccl-profiler-inspector.so"),
        at: [...KEY, "plugin"],
        message: ["lies in /scratch"],
        fix: ["put it on a volume: /fsx"],
      },
      { when: "memory", change: loads("/dev/shm/a.so"), at: [...KEY, "plugin"], message: ["lies in /dev"] },
      {
        when: "a folder of ours",
        change: loads("/opt/railyard/a.so"),
        at: [...KEY, "plugin"],
        message: ["/opt/railyard"],
      },
    ],
    passes: [
      { when: "a volume", change: loads(ON_LUSTRE) },
      { when: "a folder that begins alike", change: loads("/tmpfiles/a.so") },
      { when: "a name", change: loads("tmp.so") },
    ],
  },
  "monitoring/nccl-inspector-home": {
    severity: "error",
    trips: [
      {
        when: "a home on Lustre",
        change: loads("/fsx/home/jane/a.so"),
        at: [...KEY, "plugin"],
        message: ["/fsx/home"],
      },
      {
        when: "a home on a volume of its own",
        change: { ...loads("/home/jane/a.so"), storage: { homes: { kind: "efs", mountPath: "/home" } } },
        at: [...KEY, "plugin"],
        message: ["lies in /home"],
      },
    ],
    passes: [
      { when: "beside the homes", change: loads(ON_LUSTRE) },
      { when: "a folder of images that is called so", change: loads("/home/a.so") },
    ],
  },
  "monitoring/nccl-inspector-image": {
    severity: "warning",
    trips: [
      {
        when: "a name that no image has",
        change: { ...loads(), slurm: { containers: { kind: "none" } } },
        at: [...KEY, "plugin"],
        fix: [`plugin: "${ON_LUSTRE}"`],
      },
    ],
    passes: [
      { when: "a volume", change: { ...loads(ON_LUSTRE), slurm: { containers: { kind: "none" } } } },
      { when: "images of jobs", change: loads("/opt/nccl/libnccl-profiler-inspector.so") },
    ],
  },
});

test("the plugin is a library, by its path or by its name", () => {
  for (const plugin of ["libnccl-profiler-inspector.so", "/fsx/lib/a-1.2.so.1", "/a.so"])
    expect(hasShape(loads(plugin))).toBe(true);
  for (const plugin of [
    "",
    "inspector",
    "lib/a.so",
    "/a/../b.so",
    "/a b.so",
    "/a.so\nX=1",
    "$(x).so",
    "/fsx/",
    `/${"a".repeat(260)}.so`,
  ])
    expect(hasShape(loads(plugin))).toBe(false);
});
