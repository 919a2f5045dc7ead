import { CHECKPOINTS_TIERS_RULES } from "../../../config/rules/checkpoints-tiers";
import { ruleCases } from "../../helpers/rule-cases";

const hot = (more: object) => ({ checkpoints: { hot: more } });
const disks = (localStorage: string) => ({ nodeGroups: { h100: { localStorage } } });
const idle = { instanceType: "g6e.12xlarge", nodes: 1, fabric: { kind: "none" }, localStorage: "none" };

ruleCases(
  CHECKPOINTS_TIERS_RULES,
  [
    {
      id: "checkpoints/hot-needs-nvme",
      when: "disks that are not used",
      change: { ...hot({ keepLast: 2 }), ...disks("none") },
      path: ["checkpoints", "hot"],
      words: ["h100 (p5.48xlarge, 8 NVMe disks, localStorage none)", "raid0"],
    },
    {
      id: "checkpoints/hot-needs-nvme",
      when: "no GPU group",
      change: { ...hot({ keepLast: 2 }), nodeGroups: { h100: null } },
      path: ["checkpoints", "hot"],
      words: ["there is no GPU group"],
    },
    {
      id: "checkpoints/hot-missing-on-group",
      when: "one of two groups",
      change: { nodeGroups: { idle } },
      path: ["nodeGroups", "idle", "localStorage"],
      words: ["/mnt/k8s-disks/0/checkpoints", "idle (g6e.12xlarge, 2 NVMe disks, localStorage none)"],
    },
    {
      id: "checkpoints/hot-path",
      when: "the root volume",
      change: hot({ path: "/scratch" }),
      path: ["checkpoints", "hot", "path"],
      words: ["/scratch is on the root volume of h100", '"/mnt/k8s-disks/0/checkpoints"'],
    },
    {
      id: "checkpoints/hot-path",
      when: "the RAID where disks are mounted alone",
      change: { ...hot({ path: "/mnt/k8s-disks/0/checkpoints" }), ...disks("mount") },
      path: ["checkpoints", "hot", "path"],
      words: ["localStorage mount", "/mnt/k8s-disks/1,", "/mnt/k8s-disks/8", '"/mnt/k8s-disks/1/checkpoints"'],
    },
    {
      id: "checkpoints/hot-path",
      when: "a disk that the type does not have",
      change: { ...hot({ path: "/mnt/k8s-disks/9/c" }), ...disks("mount") },
      path: ["checkpoints", "hot", "path"],
      words: ["/mnt/k8s-disks/9/c"],
    },
    {
      id: "checkpoints/hot-path",
      when: "Lustre",
      change: hot({ path: "/fsx/hot" }),
      path: ["checkpoints", "hot", "path"],
      words: ["/fsx/hot lies on Lustre", "mounted at /fsx"],
    },
    {
      id: "checkpoints/keep-every-alone",
      when: "the warm tier",
      change: { checkpoints: { warm: { keepEvery: 10 } } },
      path: ["checkpoints", "warm", "keepEvery"],
      words: ["warm", "10", "keepLast: 3"],
    },
    {
      id: "checkpoints/keep-every-alone",
      when: "the cold tier",
      change: { checkpoints: { cold: { keepEvery: 4 } } },
      path: ["checkpoints", "cold", "keepEvery"],
      words: ["cold", "4"],
    },
    {
      id: "checkpoints/tier-grows",
      when: "NVMe",
      change: hot({}),
      path: ["checkpoints", "hot"],
      words: ["/mnt/k8s-disks/0/checkpoints", "keepLast: 2"],
    },
    {
      id: "checkpoints/tier-grows",
      when: "Lustre",
      change: { checkpoints: { warm: { path: "/ckpt" } } },
      path: ["checkpoints", "warm"],
      words: ["/ckpt", "keepLast: 24"],
    },
    {
      id: "checkpoints/retention-narrows",
      when: "fewer on Lustre than on NVMe",
      change: { checkpoints: { hot: { keepLast: 5 }, warm: { keepLast: 3 } } },
      path: ["checkpoints", "warm", "keepLast"],
      words: ["warm keeps the last 3", "hot the last 5", "keepLast: 5"],
    },
    {
      id: "checkpoints/retention-narrows",
      when: "fewer in S3 than on Lustre",
      change: { checkpoints: { cold: { keepLast: 23 } } },
      path: ["checkpoints", "cold", "keepLast"],
      words: ["cold keeps the last 23", "warm the last 24"],
    },
    {
      id: "checkpoints/retention-narrows",
      when: "all on Lustre, some in S3",
      change: { checkpoints: { warm: {}, cold: { keepLast: 9 } } },
      path: ["checkpoints", "cold", "keepLast"],
      words: ["cold keeps the last 9", "warm all", "at most 9 in warm"],
    },
  ],
  [
    { id: "checkpoints/hot-needs-nvme", when: "disks in use", change: hot({}) },
    { id: "checkpoints/hot-needs-nvme", when: "no hot tier asked for", change: disks("none") },
    {
      id: "checkpoints/hot-missing-on-group",
      when: "disks on all",
      change: { nodeGroups: { idle: { ...idle, localStorage: "raid0" } } },
    },
    { id: "checkpoints/hot-missing-on-group", when: "disks on none", change: { ...hot({}), ...disks("none") } },
    { id: "checkpoints/hot-path", when: "the RAID", change: {} },
    { id: "checkpoints/hot-path", when: "disks mounted alone, where nobody says a path", change: disks("mount") },
    {
      id: "checkpoints/hot-path",
      when: "the eighth disk",
      change: { ...hot({ path: "/mnt/k8s-disks/8" }), ...disks("mount") },
    },
    {
      id: "checkpoints/hot-path",
      when: "an image of one's own",
      change: {
        ...hot({ path: "/nvme" }),
        nodeGroups: { h100: { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } } },
      },
    },
    {
      id: "checkpoints/keep-every-alone",
      when: "both",
      change: { checkpoints: { warm: { keepEvery: 10, keepLast: 1 } } },
    },
    {
      id: "checkpoints/tier-grows",
      when: "limits",
      change: { checkpoints: { hot: { keepLast: 1 }, warm: { keepLast: 1 } } },
    },
    { id: "checkpoints/tier-grows", when: "the defaults", change: {} },
    {
      id: "checkpoints/retention-narrows",
      when: "as many",
      change: { checkpoints: { hot: { keepLast: 3 }, warm: { keepLast: 3 }, cold: { keepLast: 3 } } },
    },
    { id: "checkpoints/retention-narrows", when: "no tier above", change: disks("none") },
    {
      id: "checkpoints/retention-narrows",
      when: "no link",
      change: { lustre: null, checkpoints: { hot: { keepLast: 5 }, cold: { keepLast: 3 } } },
    },
  ],
);
