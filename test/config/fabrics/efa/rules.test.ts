import { EFA_RULES } from "../../../../config/fabrics/efa/rules";
import { group, groupAt, ruleCases } from "../../../helpers/rule-cases";

const EFA = { kind: "efa" };
const BOTTLEROCKET = { kind: "bottlerocket" };

ruleCases(EFA_RULES, {
  "efa/type-supported": {
    severity: "error",
    trips: [
      {
        when: "a size without EFA and names those of the family that have it",
        change: group("cpu", { instanceType: "g6e.4xlarge", fabric: EFA }),
        at: groupAt("cpu", "fabric", "kind"),
        message: ["g6e.4xlarge has no EFA", "g6e.8xlarge, g6e.12xlarge"],
        fix: [`"g6e.8xlarge"`, `fabric: { kind: "none" }`],
      },
    ],
    passes: [{ when: "the next larger size", change: group("cpu", { instanceType: "g6e.8xlarge", fabric: EFA }) }],
  },
  "efa/layout-offered": {
    severity: "error",
    trips: [
      {
        when: "a layout of another type and lists those of this one",
        change: group("h100", { instanceType: "p5en.48xlarge", fabric: { kind: "efa", layout: "max-ena" } }),
        at: groupAt("h100", "fabric", "layout"),
        message: [`"max-ena"`, "p5en.48xlarge", "save-ip or primary-efa"],
        fix: [`"save-ip" or "primary-efa"`],
      },
      {
        when: "primary-efa on p6-b300, whose card 0 has no EFA",
        change: group("h100", { instanceType: "p6-b300.48xlarge", fabric: { kind: "efa", layout: "primary-efa" } }),
        at: groupAt("h100", "fabric", "layout"),
        message: [`"primary-efa"`, "p6-b300.48xlarge", "save-ip or max-ena"],
        fix: [`"max-ena"`],
      },
    ],
    passes: [
      {
        when: "primary-efa on a type with one card",
        change: group("h100", { instanceType: "g6e.12xlarge", fabric: { kind: "efa", layout: "primary-efa" } }),
      },
      {
        when: "any layout of a type without EFA, of which another rule tells",
        change: group("cpu", { fabric: { kind: "efa", layout: "max-ena" } }),
      },
    ],
  },
  "efa/layout-documented": {
    severity: "warning",
    trips: [
      {
        when: "the older layout and says what it is good for",
        change: group("h100", { fabric: { kind: "efa", layout: "primary-efa" } }),
        at: groupAt("h100", "fabric", "layout"),
        message: ["primary-efa layout of p5.48xlarge", "100 pods", "save-ip for 51"],
        fix: [`layout: "save-ip"`],
      },
    ],
    passes: [
      {
        when: "EFA on the primary interface where there is one card",
        change: group("h100", { instanceType: "p5.4xlarge", fabric: { kind: "efa", layout: "primary-efa" } }),
      },
    ],
  },
  "efa/switched-off": {
    severity: "warning",
    trips: [
      {
        when: "p5 nodes over TCP, with both bandwidths",
        change: group("h100", { fabric: { kind: "none" } }),
        at: groupAt("h100", "fabric", "kind"),
        message: ["4 nodes of p5.48xlarge", "TCP at 100 of 3200 Gbps"],
        fix: [`fabric: { kind: "efa" }`],
      },
      {
        when: "nodes over TCP whose IP bandwidth is unknown",
        change: group("h100", { instanceType: "p4d.24xlarge", fabric: { kind: "none" } }),
        at: groupAt("h100", "fabric", "kind"),
        message: ["without the 400 Gbps of EFA"],
        fix: [`fabric: { kind: "efa" }`],
      },
    ],
    passes: [
      {
        when: "TCP where the type has nothing else",
        change: group("h100", { instanceType: "g5.xlarge", fabric: { kind: "none" } }),
      },
      { when: "TCP between CPUs", change: group("cpu", { instanceType: "m7i.48xlarge", fabric: { kind: "none" } }) },
      { when: "one node", change: group("h100", { nodes: 1, fabric: { kind: "none" } }) },
      {
        when: "TCP in development",
        change: { profile: "development", ...group("h100", { fabric: { kind: "none" } }) },
      },
    ],
  },
  "efa/rdma-missing": {
    severity: "warning",
    trips: [
      {
        when: "g5, whose EFA has no RDMA",
        change: group("h100", { instanceType: "g5.48xlarge", capacity: { kind: "on-demand" } }),
        at: groupAt("h100", "instanceType"),
        message: ["g5.48xlarge", "neither RDMA read nor RDMA write"],
        fix: [`fabric: { kind: "none" }`],
      },
    ],
    passes: [
      { when: "p4d, which has RDMA read alone", change: group("h100", { instanceType: "p4d.24xlarge" }) },
      { when: "g5 without EFA", change: group("h100", { instanceType: "g5.48xlarge", fabric: { kind: "none" } }) },
    ],
  },
  "efa/gpudirect-unknown": {
    severity: "warning",
    trips: [
      {
        when: "p6-b300, of which no document says it",
        change: group("h100", { instanceType: "p6-b300.48xlarge" }),
        at: groupAt("h100", "instanceType"),
        message: ["p6-b300.48xlarge", "unknown"],
        fix: ["nccl-tests"],
      },
    ],
    passes: [
      { when: "g5, which is known to have none", change: group("h100", { instanceType: "g5.48xlarge" }) },
      { when: "EFA between CPUs", change: group("cpu", { instanceType: "m7i.48xlarge", fabric: EFA }) },
      {
        when: "p6-b300 that speaks TCP",
        change: group("h100", { instanceType: "p6-b300.48xlarge", fabric: { kind: "none" } }),
      },
    ],
  },
  "efa/max-unknown": {
    severity: "warning",
    trips: [
      {
        when: "GB200 and says what is attached",
        change: group("h100", { instanceType: "p6e-gb200.36xlarge" }),
        at: groupAt("h100", "instanceType"),
        message: ["p6e-gb200.36xlarge", "attaches the 4 ", "how many pods"],
        fix: ["test one node first", "maxPods"],
      },
    ],
    passes: [
      {
        when: "GB200 that speaks TCP",
        change: group("h100", { instanceType: "p6e-gb200.36xlarge", fabric: { kind: "none" } }),
      },
      { when: "p6-b300, which has 16", change: group("h100", { instanceType: "p6-b300.48xlarge" }) },
    ],
  },
  "efa/single-node": {
    severity: "warning",
    trips: [
      {
        when: "EFA with nobody to speak it with",
        change: group("h100", { nodes: 1, fabric: EFA }),
        at: groupAt("h100", "fabric", "kind"),
        message: ["at most 1 node"],
        fix: ["raise nodes to 2"],
      },
    ],
    passes: [
      { when: "a range that can grow beyond one", change: group("h100", { nodes: { min: 1, max: 2 }, fabric: EFA }) },
      { when: "one node that asks for nothing", change: group("h100", { nodes: 1 }) },
    ],
  },
  "efa/bottlerocket-topology": {
    severity: "warning",
    trips: [
      {
        when: "an image on which the plugin aligns nothing",
        change: group("h100", { image: BOTTLEROCKET }),
        at: groupAt("h100", "image", "kind"),
        message: ["bottlerocket image", "8 GPUs"],
        fix: [`image: { kind: "al2023" }`, `allocation: "dra"`],
      },
    ],
    passes: [
      {
        when: "Bottlerocket that speaks TCP",
        change: group("h100", { image: BOTTLEROCKET, fabric: { kind: "none" } }),
      },
      {
        when: "nodes without GPUs, of whatever make",
        change: group("h100", { instanceType: "trn1.32xlarge", image: BOTTLEROCKET, fabric: EFA }),
      },
      {
        when: "Bottlerocket with dynamic resource allocation",
        change: { gpu: { allocation: "dra" }, ...group("h100", { image: BOTTLEROCKET }) },
      },
      {
        when: "Bottlerocket with one EFA device, where nothing can be far",
        change: group("h100", { instanceType: "g6e.12xlarge", image: BOTTLEROCKET }),
      },
    ],
  },
});
