import { SCALING_RULES } from "../../../../../config/sites/aws-eks/scaling/rules";
import { CAPACITY_BLOCK, group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const KARPENTER = { kind: "karpenter" };
const AUTO_MODE = { kind: "eks-auto-mode" };
const GROUP_ARN = "arn:aws:resource-groups:us-east-1:111122223333:group/h100";

ruleCases(SCALING_RULES, {
  "scaling/auto-mode": {
    severity: "error",
    trips: [
      {
        when: "Auto Mode for nodes with EFA and Lustre",
        change: group("h100", { scaledBy: AUTO_MODE }),
        at: groupAt("h100", "scaledBy", "kind"),
        message: ["no layout of network interfaces", "no user data"],
        fix: [`kind: "karpenter"`],
      },
      {
        when: "Auto Mode for nodes that would need nothing of Railyard's",
        change: { ...group("cpu", { scaledBy: AUTO_MODE }), lustre: null, checkpoints: null },
        at: groupAt("cpu", "scaledBy", "kind"),
        message: ["cluster is made without it", "for a whole cluster"],
      },
      {
        when: "Auto Mode with an image of one's own",
        change: {
          ...group("cpu", { scaledBy: AUTO_MODE, image: { kind: "custom", imageId: "ami-0123456789abcdef0" } }),
          lustre: null,
          checkpoints: null,
        },
        at: groupAt("cpu", "scaledBy", "kind"),
        message: ["no image of your own"],
      },
    ],
    passes: [{ when: "Karpenter", change: group("cpu", { scaledBy: KARPENTER }) }],
  },
  "scaling/range": {
    severity: "error",
    trips: [
      {
        when: "a number",
        change: group("cpu", { scaledBy: KARPENTER, nodes: 3 }),
        at: groupAt("cpu", "nodes"),
        message: ["nodes is 3"],
        fix: ["{ min: 0, max: 3 }"],
      },
      {
        when: "a range of one number",
        change: group("cpu", { scaledBy: KARPENTER, nodes: { min: 2, max: 2 } }),
        at: groupAt("cpu", "nodes"),
        message: ["2 to 2"],
        fix: ["{ min: 0, max: 2 }"],
      },
    ],
    passes: [
      { when: "a range", change: group("cpu", { scaledBy: KARPENTER }) },
      { when: "a range that is closed for now", change: group("cpu", { scaledBy: KARPENTER, nodes: { max: 0 } }) },
      {
        when: "a range upside down, which nodes/range-order tells",
        change: group("cpu", { scaledBy: KARPENTER, nodes: { min: 5, max: 3 } }),
      },
      { when: "a number of a managed group", change: group("cpu", { nodes: 3 }) },
      { when: "a number of reserved nodes", change: group("h100", { scaledBy: KARPENTER }) },
    ],
  },
  "scaling/reserved": {
    severity: "error",
    trips: [
      {
        when: "a range in a reservation",
        change: group("h100", { scaledBy: KARPENTER, nodes: { min: 0, max: 4 } }),
        at: groupAt("h100", "nodes"),
        message: ["0 to 4", "paid in full"],
        fix: ["nodes: 4"],
      },
      {
        when: "a range in a Capacity Block",
        change: group("h100", { scaledBy: KARPENTER, nodes: { min: 0, max: 4 }, capacity: CAPACITY_BLOCK }),
        at: groupAt("h100", "nodes"),
        fix: ["nodes: 4"],
      },
    ],
    passes: [
      { when: "a number in a reservation", change: group("h100", { scaledBy: KARPENTER }) },
      { when: "a range that is paid by the hour", change: group("cpu", { scaledBy: KARPENTER }) },
    ],
  },
  "scaling/reservation-id": {
    severity: "error",
    trips: [
      {
        when: "a resource group of reservations",
        change: group("h100", { scaledBy: KARPENTER, capacity: { target: GROUP_ARN } }),
        at: groupAt("h100", "capacity", "target"),
        message: ["resource group"],
        fix: ["cr-"],
      },
    ],
    passes: [
      { when: "a reservation by its id", change: group("h100", { scaledBy: KARPENTER }) },
      { when: "a resource group of a managed group", change: group("h100", { capacity: { target: GROUP_ARN } }) },
    ],
  },
  "scaling/minimum": {
    severity: "error",
    trips: [
      {
        when: "a minimum that nobody keeps",
        change: group("cpu", { scaledBy: KARPENTER, nodes: { min: 1, max: 3 } }),
        at: groupAt("cpu", "nodes", "min"),
        message: ["nodes.min is 1"],
        fix: ["{ min: 0, max: 3 }"],
      },
    ],
    passes: [
      {
        when: "a minimum that Slurm keeps",
        change: {
          ...group("cpu", { scaledBy: KARPENTER, nodes: { min: 1, max: 3 } }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
        },
      },
      { when: "none", change: group("cpu", { scaledBy: KARPENTER }) },
    ],
  },
  "scaling/fallback": {
    severity: "error",
    trips: [
      {
        when: "two ways to buy nodes of a managed group",
        change: group("cpu", { capacity: { kind: "spot", onDemandFallback: true } }),
        at: groupAt("cpu", "capacity", "onDemandFallback"),
        message: ["managed node group"],
        fix: [`kind: "karpenter"`],
      },
    ],
    passes: [
      {
        when: "two ways to buy nodes of Karpenter",
        change: group("cpu", { scaledBy: KARPENTER, capacity: { kind: "spot", onDemandFallback: true } }),
      },
      { when: "spot alone", change: group("cpu", { capacity: { kind: "spot", onDemandFallback: false } }) },
    ],
  },
});
