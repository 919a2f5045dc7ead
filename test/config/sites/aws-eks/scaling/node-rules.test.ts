import { SCALING_NODE_RULES } from "../../../../../config/sites/aws-eks/scaling/node-rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const KARPENTER = { kind: "karpenter" };
const pool = (change: object = {}) => group("cpu", { scaledBy: KARPENTER, ...change });
/** Nodes with EFA that come and go. */
const efa = (change: object) =>
  group("h100", {
    scaledBy: KARPENTER,
    nodes: { max: 4 },
    capacity: { kind: "on-demand", target: null, zone: null },
    ...change,
  });

ruleCases(SCALING_NODE_RULES, {
  "scaling/image": {
    severity: "error",
    trips: [
      {
        when: "Bottlerocket",
        change: pool({ image: { kind: "bottlerocket" } }),
        at: groupAt("cpu", "image", "kind"),
        message: ["bottlerocket"],
        fix: ["al2023"],
      },
    ],
    passes: [
      { when: "Amazon Linux 2023", change: pool() },
      { when: "Bottlerocket in a managed group", change: group("cpu", { image: { kind: "bottlerocket" } }) },
    ],
  },
  "scaling/claims": {
    severity: "error",
    trips: [
      {
        when: "claims of GPUs",
        change: efa({ allocation: "dra" }),
        at: groupAt("h100", "allocation"),
        message: ["gpus"],
        fix: [`allocation: "device-plugin"`],
      },
      {
        when: "channels between nodes of one NVLink domain",
        change: efa({ instanceType: "p6e-gb200.36xlarge" }),
        at: groupAt("h100", "instanceType"),
        message: ["imex"],
        fix: ["leave scaledBy out"],
      },
    ],
    passes: [
      { when: "device plugins", change: efa({}) },
      { when: "no devices", change: pool() },
    ],
  },
  "scaling/layout": {
    severity: "error",
    trips: [
      {
        when: "EFA on the primary interface",
        change: efa({ fabric: { kind: "efa", layout: "primary-efa" } }),
        at: groupAt("h100", "fabric", "layout"),
        message: ["primary interface"],
        fix: ["save-ip"],
      },
    ],
    passes: [
      { when: "EFA beside it", change: efa({}) },
      { when: "more interfaces", change: efa({ fabric: { kind: "efa", layout: "max-ena" } }) },
    ],
  },
  "scaling/sharing": {
    severity: "error",
    trips: [
      {
        when: "GPUs that pods have in turns",
        change: { ...efa({ sharing: { kind: "time-slicing", replicas: 4 } }), slurm: null, teams: null },
        at: groupAt("h100", "sharing", "kind"),
        message: ["time-slicing"],
        fix: [`sharing: { kind: "whole" }`],
      },
    ],
    passes: [
      { when: "whole GPUs", change: efa({}) },
      {
        when: "GPUs that Slurm shares, whose pod has all of them",
        change: efa({ sharing: { kind: "time-slicing", replicas: 4 } }),
      },
      { when: "shares of a managed group", change: group("h100", { sharing: { kind: "time-slicing", replicas: 4 } }) },
    ],
  },
  "scaling/repair": {
    severity: "error",
    trips: [
      {
        when: "repair by EKS",
        change: pool({ repair: { kind: "auto" } }),
        at: groupAt("cpu", "repair", "kind"),
        message: ["repair is auto"],
        fix: ["off"],
      },
    ],
    passes: [
      { when: "no repair", change: pool() },
      { when: "repair of a managed group", change: group("cpu", { repair: { kind: "auto" } }) },
    ],
  },
  "scaling/labels": {
    severity: "error",
    trips: [
      {
        when: "a label of Karpenter's",
        change: pool({ labels: { "karpenter.sh/nodepool": "mine" } }),
        at: groupAt("cpu", "labels", "karpenter.sh/nodepool"),
        message: ["Karpenter sets"],
        fix: ["example.com/nodepool"],
      },
      {
        when: "a label of a domain below",
        change: pool({ labels: { "x.karpenter.k8s.aws/a": "b" } }),
        at: groupAt("cpu", "labels", "x.karpenter.k8s.aws/a"),
        fix: ["example.com/a"],
      },
    ],
    passes: [
      { when: "labels of one's own", change: pool({ labels: { "example.com/team": "vision", karpenter: "yes" } }) },
      {
        when: "such a label elsewhere",
        change: group("cpu", { labels: { "karpenter.sh/do-not-sync-taints": "true" } }),
      },
    ],
  },
  "scaling/tags": {
    severity: "error",
    trips: [
      {
        when: "a tag of its pools",
        change: { ...pool(), extraTags: { "karpenter.sh/nodepool": "mine" } },
        at: ["extraTags", "karpenter.sh/nodepool"],
        message: ["knows its nodes"],
      },
      {
        when: "a tag of clusters",
        change: { ...pool(), extraTags: { "kubernetes.io/cluster/other": "shared" } },
        at: ["extraTags", "kubernetes.io/cluster/other"],
        fix: ["another key"],
      },
    ],
    passes: [
      { when: "tags of one's own", change: { ...pool(), extraTags: { project: "vision" } } },
      { when: "such a tag without a pool", change: { extraTags: { "karpenter.sh/nodepool": "mine" } } },
    ],
  },
  "scaling/way-out": {
    severity: "error",
    trips: [
      {
        when: "a network without NAT",
        change: { ...pool(), network: { nat: "none", endpoints: "all" } },
        at: groupAt("cpu", "scaledBy"),
        message: ["IAM cannot be reached"],
        fix: [`nat: "single"`],
      },
    ],
    passes: [
      { when: "a NAT gateway", change: pool() },
      { when: "managed groups without NAT", change: { network: { nat: "none", endpoints: "all" } } },
    ],
  },
});
