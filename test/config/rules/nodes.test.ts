import { NODES_RULES } from "../../../config/rules/nodes";
import { group, ruleFindings, type Pass, type Trip } from "../../helpers/rule-findings";

const at = (name: string, ...keys: string[]) => ["nodeGroups", name, ...keys];
const AUTO = { kind: "auto" };

const trips: Trip[] = [
  {
    rule: "nodes/range-order",
    finds: "a least number above the greatest",
    change: group("cpu", { nodes: { min: 8, max: 3 } }),
    at: at("cpu", "nodes", "min"),
    says: ["nodes.min is 8", "3"],
    fix: ["{ min: 3, max: 8 }"],
  },
  {
    rule: "nodes/max-pods-placeable",
    finds: "pods without an address on p5, and names the roomier layout",
    change: group("h100", { maxPods: 52 }),
    at: at("h100", "maxPods"),
    says: ["maxPods is 52", "places 51 on p5.48xlarge"],
    fix: ["maxPods: 51", `layout: "primary-efa"`, "up to 100"],
  },
  {
    rule: "nodes/max-pods-placeable",
    finds: "pods without an address where no layout has more room",
    change: group("cpu", { maxPods: 235 }),
    at: at("cpu", "maxPods"),
    says: ["maxPods is 235", "places 234 on m7i.4xlarge"],
    fix: ["maxPods: 234"],
  },
  {
    rule: "nodes/local-storage",
    finds: "disks that a type has not",
    change: group("cpu", { localStorage: "raid0" }),
    at: at("cpu", "localStorage"),
    says: ["raid0", "m7i.4xlarge has no local disk"],
    fix: ["remove localStorage"],
  },
  {
    rule: "nodes/local-storage",
    finds: "a mirror of three disks",
    change: group("h100", { instanceType: "p6e-gb200.36xlarge", localStorage: "raid10" }),
    at: at("h100", "localStorage"),
    says: ["needs 4 disks", "p6e-gb200.36xlarge has 3"],
    fix: [`localStorage: "raid0"`],
  },
  {
    rule: "nodes/local-storage-idle",
    finds: "30 TB that nobody uses",
    change: group("h100", { localStorage: "none" }),
    at: at("h100", "localStorage"),
    says: ["30400 GB", "p5.48xlarge"],
    fix: ["remove localStorage"],
  },
  ...["none", "mount"].map((localStorage): Trip => ({
    rule: "nodes/root-volume-small",
    finds: `a small root volume that holds all images (${localStorage})`,
    change: group("h100", { localStorage, rootVolumeGiB: 99 }),
    at: at("h100", "rootVolumeGiB"),
    says: ["rootVolumeGiB is 99", `localStorage ${localStorage}`],
    fix: ["rootVolumeGiB: 200"],
  })),
  {
    rule: "nodes/max-unavailable",
    finds: "an update that takes all nodes",
    change: group("h100", { maxUnavailable: 4 }),
    at: at("h100", "maxUnavailable"),
    says: ["maxUnavailable is 4", "at most 4 nodes"],
    fix: ["maxUnavailable: 1"],
  },
  {
    rule: "nodes/repair-training",
    finds: "nodes that EKS reboots in the middle of a job",
    change: group("h100", { repair: { ...AUTO, maxParallel: 2 } }),
    at: at("h100", "repair", "kind"),
    says: ["up to 2 EFA nodes"],
    fix: [`repair: { kind: "off" }`],
  },
  {
    rule: "nodes/repair-training",
    finds: "replacements that come from the same block",
    change: group("h100", {
      repair: AUTO,
      capacity: {
        kind: "capacity-block",
        id: "cr-00000000000000009",
        zone: "us-east-1a",
        count: 4,
        start: "2026-11-20T11:30:00Z",
        end: "2026-11-27T11:30:00Z",
      },
    }),
    at: at("h100", "repair", "kind"),
    says: ["up to 1 EFA node in", "the same block"],
    fix: [`repair: { kind: "off" }`],
  },
  {
    rule: "nodes/repair-never-stops",
    finds: "a limit that no group reaches",
    change: group("cpu", { nodes: 10, repair: { ...AUTO, maxUnhealthy: 10 } }),
    at: at("cpu", "repair", "maxUnhealthy"),
    says: ["above 10", "at most 10"],
    fix: ["maxUnhealthy: 2"],
  },
  {
    rule: "nodes/neuron",
    finds: "Trainium",
    change: group("h100", { instanceType: "trn1.32xlarge" }),
    at: at("h100", "instanceType"),
    says: ["trn1.32xlarge has 16 × Trainium", "not support"],
    fix: ["p5.48xlarge"],
  },
];

const passes: Pass[] = [
  {
    rule: "nodes/local-storage-idle",
    allows: "idle disks of nodes without GPUs",
    change: group("h100", { instanceType: "trn1.32xlarge", localStorage: "none" }),
  },
  { rule: "nodes/range-order", allows: "a range of one number", change: group("cpu", { nodes: { min: 3, max: 3 } }) },
  { rule: "nodes/range-order", allows: "a number", change: group("cpu", { nodes: 3 }) },
  { rule: "nodes/max-pods-placeable", allows: "all that can be placed", change: group("h100", { maxPods: 51 }) },
  {
    rule: "nodes/max-pods-placeable",
    allows: "more with the layout that has more room",
    change: group("h100", { maxPods: 100, fabric: { kind: "efa", layout: "primary-efa" } }),
  },
  {
    rule: "nodes/max-pods-placeable",
    allows: "anything on a type of which nothing is known",
    change: group("h100", { instanceType: "p6e-gb200.36xlarge", maxPods: 737 }),
  },
  { rule: "nodes/local-storage", allows: "a mirror of eight disks", change: group("h100", { localStorage: "raid10" }) },
  { rule: "nodes/local-storage", allows: "none where there are none", change: group("cpu", { localStorage: "none" }) },
  {
    rule: "nodes/local-storage",
    allows: "disks of unknown number",
    change: group("h100", { instanceType: "trn1.32xlarge", localStorage: "raid10" }),
  },
  {
    rule: "nodes/local-storage-idle",
    allows: "disks mounted one by one",
    change: group("h100", { localStorage: "mount" }),
  },
  {
    rule: "nodes/local-storage-idle",
    allows: "none where there are none",
    change: group("cpu", { localStorage: "none" }),
  },
  {
    rule: "nodes/root-volume-small",
    allows: "a small root volume beside a stripe of disks",
    change: group("h100", { rootVolumeGiB: 50 }),
  },
  {
    rule: "nodes/root-volume-small",
    allows: "100 GiB",
    change: group("h100", { localStorage: "none", rootVolumeGiB: 100 }),
  },
  { rule: "nodes/root-volume-small", allows: "small CPU nodes", change: group("cpu", { rootVolumeGiB: 50 }) },
  { rule: "nodes/max-unavailable", allows: "all but one", change: group("h100", { maxUnavailable: 3 }) },
  { rule: "nodes/max-unavailable", allows: "the only node", change: group("h100", { nodes: 1 }) },
  { rule: "nodes/repair-training", allows: "repair of nodes without EFA", change: group("cpu", { repair: AUTO }) },
  {
    rule: "nodes/repair-never-stops",
    allows: "a limit below the size",
    change: group("cpu", { nodes: 10, repair: { ...AUTO, maxUnhealthy: 9 } }),
  },
  { rule: "nodes/repair-never-stops", allows: "groups of two", change: group("cpu", { nodes: 2, repair: AUTO }) },
  { rule: "nodes/neuron", allows: "GPUs and CPUs", change: {} },
];

ruleFindings(NODES_RULES, trips, passes);
