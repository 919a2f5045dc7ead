import { CAPACITY_RULES } from "../../../config/rules/capacity";
import { group, ruleFindings, type Pass, type Trip } from "../../helpers/rule-findings";

const at = (name: string, ...keys: string[]) => ["nodeGroups", name, ...keys];
const BLOCK = {
  kind: "capacity-block",
  id: "cr-00000000000000009",
  zone: "us-east-1a",
  count: 4,
  start: "2026-11-20T11:30:00Z",
  end: "2026-11-27T11:30:00Z",
};

const trips: Trip[] = [
  {
    rule: "capacity/type-offers-kind",
    finds: "a block of a G type",
    change: group("h100", { instanceType: "g6e.48xlarge", capacity: BLOCK }),
    at: at("h100", "capacity", "kind"),
    says: ["g6e.48xlarge as capacity-block", "on-demand, spot or reservation"],
    fix: [`"on-demand", "spot" or "reservation"`, "p5.48xlarge"],
  },
  ...["on-demand", "spot"].map((kind): Trip => ({
    rule: "capacity/type-offers-kind",
    finds: `${kind} GB200`,
    change: group("h100", { instanceType: "p6e-gb200.36xlarge", capacity: { kind } }),
    at: at("h100", "capacity", "kind"),
    says: [`p6e-gb200.36xlarge as ${kind}; it does as capacity-block`],
    fix: [`capacity: { kind: "capacity-block" }`],
  })),
  {
    rule: "capacity/type-offers-kind",
    finds: "GB200 in a reservation",
    change: group("h100", { instanceType: "p6e-gb200.36xlarge" }),
    at: at("h100", "capacity", "kind"),
    says: ["p6e-gb200.36xlarge as reservation; it does as capacity-block"],
    fix: [`"capacity-block"`],
  },
  {
    rule: "capacity/kind-unknown",
    finds: "p5e on demand, of which no price is known",
    change: group("h100", { instanceType: "p5e.48xlarge", capacity: { kind: "on-demand" } }),
    at: at("h100", "capacity", "kind"),
    says: ["p5e.48xlarge as on-demand is unknown"],
    fix: ["spot, reservation or capacity-block"],
  },
  {
    rule: "capacity/placement-one-zone",
    finds: "a placement group over all zones",
    change: group("cpu", { capacity: { kind: "on-demand", placementGroup: true } }),
    at: at("cpu", "zone"),
    says: ["2 zones: us-east-1a, us-east-1b"],
    fix: [`zone: "us-east-1a"`, "placementGroup: false"],
  },
  {
    rule: "capacity/placement-off",
    finds: "EFA nodes that may stand anywhere",
    change: group("h100", { capacity: { kind: "on-demand", placementGroup: false } }),
    at: at("h100", "capacity", "placementGroup"),
    says: ["4 EFA nodes", "us-east-1a"],
    fix: ["leave placementGroup out"],
  },
  {
    rule: "capacity/spot-training",
    finds: "spot nodes that train without checkpoints",
    change: { checkpoints: null, ...group("h100", { capacity: { kind: "spot" } }) },
    at: at("h100", "capacity", "kind"),
    says: ["4 EFA nodes are spot", "no checkpoints"],
    fix: ["checkpoints: {}", `"on-demand"`],
  },
];

const passes: Pass[] = [
  {
    rule: "capacity/placement-off",
    allows: "spot nodes, which are rarer in one",
    change: group("h100", { capacity: { kind: "spot" } }),
  },
  {
    rule: "capacity/spot-training",
    allows: "one spot node with EFA",
    change: { checkpoints: null, ...group("h100", { nodes: 1, fabric: { kind: "efa" }, capacity: { kind: "spot" } }) },
  },
  { rule: "capacity/type-offers-kind", allows: "a block of a P type", change: group("h100", { capacity: BLOCK }) },
  {
    rule: "capacity/type-offers-kind",
    allows: "a block of GB200",
    change: group("h100", { instanceType: "p6e-gb200.36xlarge", capacity: BLOCK }),
  },
  {
    rule: "capacity/kind-unknown",
    allows: "p5e in a reservation, which somebody has",
    change: group("h100", { instanceType: "p5e.48xlarge" }),
  },
  { rule: "capacity/kind-unknown", allows: "p5 on demand", change: group("h100", { capacity: { kind: "on-demand" } }) },
  {
    rule: "capacity/placement-one-zone",
    allows: "a placement group in a zone",
    change: group("cpu", { zone: "us-east-1b", capacity: { kind: "on-demand", placementGroup: true } }),
  },
  { rule: "capacity/placement-one-zone", allows: "all zones without one", change: {} },
  {
    rule: "capacity/placement-off",
    allows: "one EFA node",
    change: group("h100", {
      nodes: 1,
      fabric: { kind: "efa" },
      capacity: { kind: "on-demand", placementGroup: false },
    }),
  },
  {
    rule: "capacity/placement-off",
    allows: "nodes that leave it to Railyard",
    change: group("h100", { capacity: { kind: "on-demand" } }),
  },
  {
    rule: "capacity/placement-off",
    allows: "nodes without EFA",
    change: group("cpu", { capacity: { kind: "on-demand", placementGroup: false } }),
  },
  {
    rule: "capacity/spot-training",
    allows: "spot nodes with checkpoints",
    change: group("h100", { capacity: { kind: "spot" } }),
  },
  {
    rule: "capacity/spot-training",
    allows: "spot nodes in development",
    change: { profile: "development", checkpoints: null, ...group("h100", { capacity: { kind: "spot" } }) },
  },
  {
    rule: "capacity/spot-training",
    allows: "spot nodes with jobs of their own",
    change: { checkpoints: null, ...group("cpu", { capacity: { kind: "spot" } }) },
  },
];

ruleFindings(CAPACITY_RULES, trips, passes);
