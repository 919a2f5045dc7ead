import { NODES_RULES } from "../../../../../config/sites/aws-eks/nodes/rules";
import { CAPACITY_BLOCK, group, groupAt, ruleCases, type Trip } from "../../../../helpers/rule-cases";

const AUTO = { kind: "auto" };

/** So many groups beside the two of the sample. */
const cpuGroups = (count: number) => ({
  nodeGroups: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`g${index}`, { instanceType: "m7i.large", nodes: 1 }]),
  ),
});

ruleCases(NODES_RULES, {
  "nodes/range-order": {
    severity: "error",
    trips: [
      {
        when: "a least number above the greatest",
        change: group("cpu", { nodes: { min: 8, max: 3 } }),
        at: groupAt("cpu", "nodes", "min"),
        message: ["nodes.min is 8", "3"],
        fix: ["{ min: 3, max: 8 }"],
      },
    ],
    passes: [
      { when: "a range of one number", change: group("cpu", { nodes: { min: 3, max: 3 } }) },
      { when: "a number", change: group("cpu", { nodes: 3 }) },
    ],
  },
  "nodes/range-unscaled": {
    severity: "warning",
    tripsSample: true,
    trips: [
      {
        when: "a range that nothing scales",
        change: group("cpu", { nodes: { min: 2, max: 5 } }),
        at: groupAt("cpu", "nodes"),
        message: ["2 of up to 5 nodes"],
        fix: ["nodes: 2"],
      },
      {
        when: "a range that begins with nothing",
        change: group("cpu", { nodes: { min: 0, max: 5 } }),
        at: groupAt("cpu", "nodes"),
        message: ["0 of up to 5 nodes"],
        fix: ["nodes: 1"],
      },
    ],
    passes: [
      { when: "a number", change: group("cpu", { nodes: 3 }) },
      { when: "a range of one number", change: group("cpu", { nodes: { min: 3, max: 3 } }) },
    ],
  },
  "nodes/local-storage": {
    severity: "error",
    trips: [
      {
        when: "disks that a type has not",
        change: group("cpu", { localStorage: "raid0" }),
        at: groupAt("cpu", "localStorage"),
        message: ["raid0", "m7i.4xlarge has no local disk"],
        fix: ["remove localStorage"],
      },
      {
        when: "a mirror of three disks",
        change: group("h100", { instanceType: "p6e-gb200.36xlarge", localStorage: "raid10" }),
        at: groupAt("h100", "localStorage"),
        message: ["needs 4 disks", "p6e-gb200.36xlarge has 3"],
        fix: [`localStorage: "raid0"`],
      },
    ],
    passes: [
      { when: "a mirror of eight disks", change: group("h100", { localStorage: "raid10" }) },
      { when: "none where there are none", change: group("cpu", { localStorage: "none" }) },
      {
        when: "disks of unknown number",
        change: group("h100", { instanceType: "trn1.32xlarge", localStorage: "raid10" }),
      },
    ],
  },
  "nodes/local-storage-idle": {
    severity: "warning",
    trips: [
      {
        when: "30 TB that nobody uses",
        change: group("h100", { localStorage: "none" }),
        at: groupAt("h100", "localStorage"),
        message: ["30400 GB", "p5.48xlarge"],
        fix: ["remove localStorage"],
      },
    ],
    passes: [
      {
        when: "idle disks of nodes without GPUs",
        change: group("h100", { instanceType: "trn1.32xlarge", localStorage: "none" }),
      },
      { when: "disks mounted one by one", change: group("h100", { localStorage: "mount" }) },
      { when: "none where there are none", change: group("cpu", { localStorage: "none" }) },
    ],
  },
  "nodes/root-volume-small": {
    severity: "warning",
    trips: ["none", "mount"].map((localStorage): Trip => ({
      when: `a small root volume that holds all images (${localStorage})`,
      change: group("h100", { localStorage, rootVolumeGiB: 99 }),
      at: groupAt("h100", "rootVolumeGiB"),
      message: ["rootVolumeGiB is 99", `localStorage ${localStorage}`],
      fix: ["rootVolumeGiB: 200"],
    })),
    passes: [
      { when: "a small root volume beside a stripe of disks", change: group("h100", { rootVolumeGiB: 50 }) },
      { when: "100 GiB", change: group("h100", { localStorage: "none", rootVolumeGiB: 100 }) },
      { when: "small CPU nodes", change: group("cpu", { rootVolumeGiB: 50 }) },
    ],
  },
  "nodes/max-unavailable": {
    severity: "warning",
    trips: [
      {
        when: "an update that takes all nodes",
        change: group("h100", { maxUnavailable: 4 }),
        at: groupAt("h100", "maxUnavailable"),
        message: ["maxUnavailable is 4", "at most 4 nodes"],
        fix: ["maxUnavailable: 1"],
      },
    ],
    passes: [
      { when: "all but one", change: group("h100", { maxUnavailable: 3 }) },
      { when: "the only node", change: group("h100", { nodes: 1 }) },
    ],
  },
  "nodes/repair-training": {
    severity: "warning",
    trips: [
      {
        when: "nodes that EKS reboots in the middle of a job",
        change: group("h100", { repair: { ...AUTO, maxParallel: 2 } }),
        at: groupAt("h100", "repair", "kind"),
        message: ["up to 2 EFA nodes"],
        fix: [`repair: { kind: "off" }`],
      },
      {
        when: "replacements that come from the same block",
        change: group("h100", {
          repair: AUTO,
          capacity: CAPACITY_BLOCK,
        }),
        at: groupAt("h100", "repair", "kind"),
        message: ["up to 1 EFA node in", "the same block"],
        fix: [`repair: { kind: "off" }`],
      },
    ],
    passes: [{ when: "repair of nodes without EFA", change: group("cpu", { repair: AUTO }) }],
  },
  "nodes/repair-never-stops": {
    severity: "warning",
    trips: [
      {
        when: "a limit that no group reaches",
        change: group("cpu", { nodes: 10, repair: { ...AUTO, maxUnhealthy: 10 } }),
        at: groupAt("cpu", "repair", "maxUnhealthy"),
        message: ["above 10", "at most 10"],
        fix: ["maxUnhealthy: 2"],
      },
    ],
    passes: [
      { when: "a limit below the size", change: group("cpu", { nodes: 10, repair: { ...AUTO, maxUnhealthy: 9 } }) },
      { when: "groups of two", change: group("cpu", { nodes: 2, repair: AUTO }) },
    ],
  },
  "nodes/group-count": {
    severity: "warning",
    trips: [
      {
        when: "30 beside the system nodes",
        change: cpuGroups(28),
        at: ["nodeGroups"],
        message: ["31", "30"],
        fix: ["L-6D54EA21"],
      },
    ],
    passes: [{ when: "29", change: cpuGroups(27) }],
  },
  "nodes/neuron": {
    severity: "error",
    trips: [
      {
        when: "Trainium",
        change: group("h100", { instanceType: "trn1.32xlarge" }),
        at: groupAt("h100", "instanceType"),
        message: ["trn1.32xlarge has 16 × Trainium", "not support"],
        fix: ["p5.48xlarge"],
      },
    ],
    passes: [{ when: "GPUs and CPUs", change: {} }],
  },
});
