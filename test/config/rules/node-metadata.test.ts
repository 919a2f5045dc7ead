import { NODE_METADATA_RULES } from "../../../config/rules/node-metadata";
import { group, ruleFindings, type Pass, type Trip } from "../../helpers/rule-findings";

const labels = (name: string, value: Record<string, string>) => group(name, { labels: value });
const taint = (key: string, effect: string) => ({ key, effect });

const trips: Trip[] = [
  {
    rule: "nodes/reserved-labels",
    finds: "a role in Kubernetes' own domain",
    change: labels("cpu", { "node-role.kubernetes.io/worker": "true" }),
    at: ["nodeGroups", "cpu", "labels", "node-role.kubernetes.io/worker"],
    says: ["node-role.kubernetes.io", "node.kubernetes.io"],
    fix: ["example.com/worker"],
  },
  {
    rule: "nodes/reserved-labels",
    finds: "a domain below k8s.io",
    change: labels("cpu", { "apps.k8s.io/tier": "batch" }),
    at: ["nodeGroups", "cpu", "labels", "apps.k8s.io/tier"],
    says: ["apps.k8s.io"],
    fix: ["example.com/tier"],
  },
  {
    rule: "nodes/derived-labels",
    finds: "a MIG layout beside the key for it",
    change: labels("h100", { "nvidia.com/mig.config": "all-1g.10gb" }),
    at: ["nodeGroups", "h100", "labels", "nvidia.com/mig.config"],
    says: [`"all-1g.10gb"`, "key sharing", "exclusive"],
    fix: ["use sharing"],
  },
  {
    rule: "nodes/taint-duplicates",
    finds: "the taint that every GPU group has",
    change: group("h100", { taints: [{ key: "nvidia.com/gpu", value: "true", effect: "NoSchedule" }] }),
    at: ["nodeGroups", "h100", "taints", 0],
    says: ["Railyard", "nvidia.com/gpu:NoSchedule"],
    fix: ["remove it"],
  },
  {
    rule: "nodes/taint-duplicates",
    finds: "a taint that stands twice",
    change: group("cpu", {
      taints: [taint("team", "NoSchedule"), taint("a", "NoExecute"), taint("team", "NoSchedule")],
    }),
    at: ["nodeGroups", "cpu", "taints", 2],
    says: ["the list", "team:NoSchedule"],
    fix: ["another key or effect"],
  },
];

const passes: Pass[] = [
  {
    rule: "nodes/reserved-labels",
    allows: "domains in which a kubelet may set labels",
    change: labels("cpu", { "node.kubernetes.io/pool": "a", "x.kubelet.kubernetes.io/y": "b" }),
  },
  {
    rule: "nodes/reserved-labels",
    allows: "domains that only end alike, and labels without one",
    change: labels("cpu", { "notkubernetes.io/pool": "a", pool: "kubernetes.io" }),
  },
  {
    rule: "nodes/derived-labels",
    allows: "other labels of NVIDIA",
    change: labels("h100", { "nvidia.com/gpu.deploy.operands": "false" }),
  },
  {
    rule: "nodes/taint-duplicates",
    allows: "one key with two effects",
    change: group("cpu", { taints: [taint("team", "NoSchedule"), taint("team", "NoExecute")] }),
  },
  {
    rule: "nodes/taint-duplicates",
    allows: "the taint of GPU groups on CPU nodes",
    change: group("cpu", { taints: [taint("nvidia.com/gpu", "NoSchedule")] }),
  },
];

ruleFindings(NODE_METADATA_RULES, trips, passes);
