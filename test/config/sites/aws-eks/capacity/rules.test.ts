import { CAPACITY_RULES } from "../../../../../config/sites/aws-eks/capacity/rules";
import type { Change } from "../../../../helpers/environment";
import { CAPACITY_BLOCK, group, groupAt, ruleCases, type Trip } from "../../../../helpers/rule-cases";

ruleCases(CAPACITY_RULES, {
  "capacity/type-offers-kind": {
    severity: "error",
    trips: [
      {
        when: "a block of a G type",
        change: group("h100", { instanceType: "g6e.48xlarge", capacity: CAPACITY_BLOCK }),
        at: groupAt("h100", "capacity", "kind"),
        message: ["g6e.48xlarge as capacity-block", "on-demand, spot or reservation"],
        fix: [`"on-demand", "spot" or "reservation"`, "p5.48xlarge"],
      },
      ...["on-demand", "spot"].map((kind): Trip => ({
        when: `${kind} GB200`,
        change: group("h100", { instanceType: "p6e-gb200.36xlarge", capacity: { kind } }),
        at: groupAt("h100", "capacity", "kind"),
        message: [`p6e-gb200.36xlarge as ${kind}; it does as capacity-block`],
        fix: [`capacity: { kind: "capacity-block", … }`],
      })),
      {
        when: "GB200 in a reservation",
        change: group("h100", { instanceType: "p6e-gb200.36xlarge" }),
        at: groupAt("h100", "capacity", "kind"),
        message: ["p6e-gb200.36xlarge as reservation; it does as capacity-block"],
        fix: [`"capacity-block"`],
      },
    ],
    passes: [
      { when: "a block of a P type", change: group("h100", { capacity: CAPACITY_BLOCK }) },
      {
        when: "a block of GB200",
        change: group("h100", { instanceType: "p6e-gb200.36xlarge", capacity: CAPACITY_BLOCK }),
      },
    ],
  },
  "capacity/kind-unknown": {
    severity: "warning",
    trips: [
      {
        when: "p5e on demand, of which no price is known",
        change: group("h100", { instanceType: "p5e.48xlarge", capacity: { kind: "on-demand" } }),
        at: groupAt("h100", "capacity", "kind"),
        message: ["p5e.48xlarge as on-demand is unknown"],
        fix: ["spot, reservation or capacity-block"],
      },
    ],
    passes: [
      { when: "p5e in a reservation, which somebody has", change: group("h100", { instanceType: "p5e.48xlarge" }) },
      { when: "p5 on demand", change: group("h100", { capacity: { kind: "on-demand" } }) },
    ],
  },
  "capacity/placement-one-zone": {
    severity: "error",
    trips: [
      {
        when: "a placement group over all zones",
        change: group("cpu", { capacity: { kind: "on-demand", placementGroup: true } }),
        at: groupAt("cpu", "zone"),
        message: ["2 zones: us-east-1a, us-east-1b"],
        fix: [`zone: "us-east-1a"`, "placementGroup: false"],
      },
    ],
    passes: [
      {
        when: "a placement group in a zone",
        change: group("cpu", { zone: "us-east-1b", capacity: { kind: "on-demand", placementGroup: true } }),
      },
      { when: "all zones without one", change: {} },
    ],
  },
  "capacity/placement-two-zones": {
    severity: "error",
    trips: [
      {
        when: "reservations of two zones in one placement group",
        change: inPlacementGroup("us-east-1b", "train"),
        at: groupAt("cpu", "capacity", "placementGroup"),
        message: ["train is in us-east-1a with the group h100", "us-east-1b"],
        fix: ["capacity.zone"],
      },
    ],
    passes: [
      { when: "reservations of one zone in one", change: inPlacementGroup("us-east-1a", "train") },
      { when: "two zones with one each", change: inPlacementGroup("us-east-1b", "other") },
    ],
  },
  "capacity/placement-off": {
    severity: "warning",
    trips: [
      {
        when: "EFA nodes that may stand anywhere",
        change: group("h100", { capacity: { kind: "on-demand", placementGroup: false } }),
        at: groupAt("h100", "capacity", "placementGroup"),
        message: ["4 EFA nodes", "us-east-1a"],
        fix: ["leave placementGroup out"],
      },
    ],
    passes: [
      { when: "spot nodes, which are rarer in one", change: group("h100", { capacity: { kind: "spot" } }) },
      {
        when: "one EFA node",
        change: group("h100", {
          nodes: 1,
          fabric: { kind: "efa" },
          capacity: { kind: "on-demand", placementGroup: false },
        }),
      },
      { when: "nodes that leave it to Railyard", change: group("h100", { capacity: { kind: "on-demand" } }) },
      { when: "nodes without EFA", change: group("cpu", { capacity: { kind: "on-demand", placementGroup: false } }) },
    ],
  },
  "capacity/spot-training": {
    severity: "warning",
    trips: [
      {
        when: "spot nodes that train without checkpoints",
        change: { checkpoints: null, ...group("h100", { capacity: { kind: "spot" } }) },
        at: groupAt("h100", "capacity", "kind"),
        message: ["4 EFA nodes are spot", "no checkpoints"],
        fix: ["checkpoints: {}", `"on-demand"`],
      },
    ],
    passes: [
      {
        when: "one spot node with EFA",
        change: {
          checkpoints: null,
          ...group("h100", { nodes: 1, fabric: { kind: "efa" }, capacity: { kind: "spot" } }),
        },
      },
      { when: "spot nodes with checkpoints", change: group("h100", { capacity: { kind: "spot" } }) },
      {
        when: "spot nodes in development",
        change: { profile: "development", checkpoints: null, ...group("h100", { capacity: { kind: "spot" } }) },
      },
      {
        when: "spot nodes with jobs of their own",
        change: { checkpoints: null, ...group("cpu", { capacity: { kind: "spot" } }) },
      },
    ],
  },
});

/** Both groups of the sample in reservations that were made in placement groups: h100 in `train` of us-east-1a. */
function inPlacementGroup(zone: string, name: string): Change {
  const reservation = (target: string, at: string, placementGroup: string) => ({
    kind: "reservation",
    target,
    zone: at,
    placementGroup,
  });
  return {
    nodeGroups: {
      h100: { capacity: reservation("cr-0123456789abcdef0", "us-east-1a", "train") },
      cpu: { nodes: 2, capacity: reservation("cr-0123456789abcdef1", zone, name) },
    },
  };
}
