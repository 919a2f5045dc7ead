import { CHECKPOINTS_TIERS_RULES } from "../../../config/checkpoints/tier-rules";
import { ruleCases } from "../../helpers/rule-cases";

const hot = (more: object) => ({ checkpoints: { hot: more } });
const disks = (localStorage: string) => ({ nodeGroups: { h100: { localStorage } } });
const idle = { instanceType: "g6e.12xlarge", nodes: 1, fabric: { kind: "none" }, localStorage: "none" };

ruleCases(CHECKPOINTS_TIERS_RULES, {
  "checkpoints/hot-needs-nvme": {
    severity: "error",
    trips: [
      {
        when: "disks that are not used",
        change: { ...hot({ keepLast: 2 }), ...disks("none") },
        at: ["checkpoints", "hot"],
        message: ["h100 (p5.48xlarge, 8 NVMe disks, localStorage none)"],
        fix: ["raid0"],
      },
      {
        when: "no GPU group",
        change: { ...hot({ keepLast: 2 }), nodeGroups: { h100: null } },
        at: ["checkpoints", "hot"],
        message: ["there is no GPU group"],
      },
    ],
    passes: [
      { when: "disks in use", change: hot({}) },
      { when: "no hot tier asked for", change: disks("none") },
    ],
  },
  "checkpoints/hot-missing-on-group": {
    severity: "warning",
    trips: [
      {
        when: "one of two groups",
        change: { nodeGroups: { idle } },
        at: ["nodeGroups", "idle", "localStorage"],
        message: ["/mnt/k8s-disks/0/checkpoints", "idle (g6e.12xlarge, 2 NVMe disks, localStorage none)"],
      },
    ],
    passes: [
      { when: "disks on all", change: { nodeGroups: { idle: { ...idle, localStorage: "raid0" } } } },
      { when: "disks on none", change: { ...hot({}), ...disks("none") } },
    ],
  },
  "checkpoints/hot-path": {
    severity: "error",
    trips: [
      {
        when: "the root volume",
        change: hot({ path: "/scratch" }),
        at: ["checkpoints", "hot", "path"],
        message: ["/scratch is on the root volume of h100"],
        fix: ['"/mnt/k8s-disks/0/checkpoints"'],
      },
      {
        when: "the RAID where disks are mounted alone",
        change: { ...hot({ path: "/mnt/k8s-disks/0/checkpoints" }), ...disks("mount") },
        at: ["checkpoints", "hot", "path"],
        message: ["localStorage mount", "/mnt/k8s-disks/1,", "/mnt/k8s-disks/8"],
        fix: ['"/mnt/k8s-disks/1/checkpoints"'],
      },
      {
        when: "a disk that the type does not have",
        change: { ...hot({ path: "/mnt/k8s-disks/9/c" }), ...disks("mount") },
        at: ["checkpoints", "hot", "path"],
        message: ["/mnt/k8s-disks/9/c"],
      },
      {
        when: "Lustre",
        change: hot({ path: "/fsx/hot" }),
        at: ["checkpoints", "hot", "path"],
        message: ["/fsx/hot lies on Lustre", "mounted at /fsx"],
        fix: ['"/mnt/k8s-disks/0/checkpoints"'],
      },
      {
        when: "Lustre where the disks are mounted: another folder there does not help",
        change: { ...hot({ path: "/mnt/k8s-disks/0/checkpoints" }), lustre: { mountPath: "/mnt/k8s-disks/0" } },
        at: ["checkpoints", "hot", "path"],
        message: ["lies on Lustre"],
        fix: ['mountPath: "/fsx"'],
      },
    ],
    passes: [
      { when: "the RAID", change: {} },
      { when: "disks mounted alone, where nobody says a path", change: disks("mount") },
      { when: "the eighth disk", change: { ...hot({ path: "/mnt/k8s-disks/8" }), ...disks("mount") } },
      {
        when: "an image of one's own",
        change: {
          ...hot({ path: "/nvme" }),
          nodeGroups: { h100: { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } } },
        },
      },
    ],
  },
  "checkpoints/keep-every-reached": {
    severity: "warning",
    trips: [
      {
        when: "a number beyond the last step",
        change: {
          checkpoints: { warm: { keepLast: 3, keepEvery: 1e15 } },
          workloads: { tune: { params: "8B", tokens: "1B", batch: "1M" } },
        },
        at: ["checkpoints", "warm", "keepEvery"],
        message: ["1,000,000,000,000,000", "1,000 steps"],
        fix: ["keepEvery: 50"],
      },
    ],
    passes: [
      {
        when: "one that is reached",
        change: {
          checkpoints: { warm: { keepLast: 3, keepEvery: 1000 } },
          workloads: { tune: { params: "8B", tokens: "1B", batch: "1M" } },
        },
      },
      {
        when: "a training whose end nobody says",
        change: {
          checkpoints: { warm: { keepLast: 3, keepEvery: 1e9 } },
          workloads: { tune: { params: "8B", tokens: "1B", batch: "1M" }, open: { params: "8B" } },
        },
      },
    ],
  },
  "checkpoints/keep-every-alone": {
    severity: "error",
    trips: [
      {
        when: "the warm tier",
        change: { checkpoints: { warm: { keepEvery: 10 } } },
        at: ["checkpoints", "warm", "keepEvery"],
        message: ["warm", "10"],
        fix: ["keepLast: 3"],
      },
      {
        when: "the cold tier",
        change: { checkpoints: { cold: { keepEvery: 4 } } },
        at: ["checkpoints", "cold", "keepEvery"],
        message: ["cold", "4"],
      },
    ],
    passes: [{ when: "both", change: { checkpoints: { warm: { keepEvery: 10, keepLast: 1 } } } }],
  },
  "checkpoints/milestones-expire": {
    severity: "warning",
    trips: [
      {
        when: "all of the bucket goes by its age",
        change: {
          checkpoints: { archive: { every: 1000 }, cold: { transitions: [], expireAfterDays: 1 }, oldVersionDays: 1 },
        },
        at: ["checkpoints", "cold", "expireAfterDays"],
        message: ["a day after", "archive.every: 1000"],
        fix: ["take expireAfterDays out of cold"],
      },
    ],
    passes: [
      { when: "nothing goes by its age", change: { checkpoints: { archive: { every: 1000 } } } },
      {
        when: "nobody copies any",
        change: { checkpoints: { archive: {}, cold: { transitions: [], expireAfterDays: 400 } } },
      },
    ],
  },
  "checkpoints/milestones-go": {
    severity: "error",
    trips: [
      {
        when: "the bucket keeps the last ones",
        change: { checkpoints: { archive: { every: 1000 }, cold: { keepLast: 30 } } },
        at: ["checkpoints", "archive", "every"],
        message: ["every 1000 steps", "the last 30 alone"],
        fix: ["keepEvery: 1000 in cold"],
      },
      {
        when: "it keeps others",
        change: { checkpoints: { archive: { every: 1000 }, cold: { keepLast: 30, keepEvery: 300 } } },
        at: ["checkpoints", "archive", "every"],
        message: ["the last 30 and every 300 alone"],
      },
    ],
    passes: [
      {
        when: "it keeps them",
        change: { checkpoints: { archive: { every: 1000 }, cold: { keepLast: 30, keepEvery: 500 } } },
      },
      { when: "it keeps all", change: { checkpoints: { archive: { every: 1000 } } } },
      { when: "nobody copies any", change: { checkpoints: { archive: {}, cold: { keepLast: 30 } } } },
    ],
  },
  "checkpoints/tier-grows": {
    severity: "warning",
    trips: [
      {
        when: "NVMe",
        change: hot({}),
        at: ["checkpoints", "hot"],
        message: ["/mnt/k8s-disks/0/checkpoints"],
        fix: ["keepLast: 2"],
      },
      {
        when: "Lustre",
        change: { checkpoints: { warm: { path: "/ckpt" } } },
        at: ["checkpoints", "warm"],
        message: ["/ckpt"],
        fix: ["keepLast: 24"],
      },
    ],
    passes: [
      { when: "limits", change: { checkpoints: { hot: { keepLast: 1 }, warm: { keepLast: 1 } } } },
      { when: "the defaults", change: {} },
    ],
  },
  "checkpoints/pruned-root": {
    severity: "error",
    trips: [
      {
        when: "the whole file system",
        change: { checkpoints: { warm: { path: "/", keepLast: 3 } } },
        at: ["checkpoints", "warm", "path"],
        message: ["the last 3", "whole file system"],
        fix: ["/checkpoints"],
      },
    ],
    passes: [
      { when: "a folder", change: { checkpoints: { warm: { path: "/a", keepLast: 3 } } } },
      { when: "the whole file system where nothing is deleted", change: { checkpoints: { warm: { path: "/" } } } },
    ],
  },
  "checkpoints/pruner-squashed": {
    severity: "warning",
    trips: [
      {
        when: "root squash",
        change: { lustre: { rootSquash: { uid: 65534, gid: 65533 } } },
        at: ["lustre", "rootSquash"],
        message: ["65534:65533", "the last 24"],
        fix: ["leave rootSquash out"],
      },
    ],
    passes: [
      { when: "root squash that is off", change: { lustre: { rootSquash: { uid: 0, gid: 0 } } } },
      {
        when: "root squash where nothing is deleted",
        change: { lustre: { rootSquash: { uid: 65534, gid: 65534 } }, checkpoints: { warm: {} } },
      },
    ],
  },
  "checkpoints/retention-narrows": {
    severity: "warning",
    trips: [
      {
        when: "fewer on Lustre than on NVMe",
        change: { checkpoints: { hot: { keepLast: 5 }, warm: { keepLast: 3 } } },
        at: ["checkpoints", "warm", "keepLast"],
        message: ["warm keeps the last 3", "hot the last 5"],
        fix: ["keepLast: 5"],
      },
      {
        when: "fewer in S3 than on Lustre",
        change: { checkpoints: { cold: { keepLast: 23 } } },
        at: ["checkpoints", "cold", "keepLast"],
        message: ["cold keeps the last 23", "warm the last 24"],
      },
      {
        when: "all on Lustre, some in S3",
        change: { checkpoints: { warm: {}, cold: { keepLast: 9 } } },
        at: ["checkpoints", "cold", "keepLast"],
        message: ["cold keeps the last 9", "warm all"],
        fix: ["at most 9 in warm"],
      },
      {
        when: "a step on Lustre that S3 does not have",
        change: { checkpoints: { warm: { keepLast: 24, keepEvery: 1000 }, cold: { keepLast: 24 } } },
        at: ["checkpoints", "cold", "keepEvery"],
        message: ["warm keeps every 1000 steps", "only the last ones"],
        fix: ["keepEvery: 1000"],
      },
      {
        when: "a step in S3 that does not divide that on Lustre",
        change: { checkpoints: { warm: { keepLast: 24, keepEvery: 1000 }, cold: { keepLast: 24, keepEvery: 300 } } },
        at: ["checkpoints", "cold", "keepEvery"],
        message: ["every 300"],
      },
    ],
    passes: [
      {
        when: "a step that divides that of the tier above",
        change: { checkpoints: { warm: { keepLast: 24, keepEvery: 1000 }, cold: { keepLast: 24, keepEvery: 500 } } },
      },
      {
        when: "a step above a tier that keeps all",
        change: { checkpoints: { warm: { keepLast: 24, keepEvery: 1000 } } },
      },
      {
        when: "as many",
        change: { checkpoints: { hot: { keepLast: 3 }, warm: { keepLast: 3 }, cold: { keepLast: 3 } } },
      },
      { when: "no tier above", change: disks("none") },
      { when: "no link", change: { lustre: null, checkpoints: { hot: { keepLast: 5 }, cold: { keepLast: 3 } } } },
    ],
  },
});
