import { NODE_METADATA_RULES } from "../../../config/rules/node-metadata";
import { group, ruleCases } from "../../helpers/rule-cases";

const labels = (name: string, value: Record<string, string>) => group(name, { labels: value });
const taint = (key: string, effect: string) => ({ key, effect });

ruleCases(NODE_METADATA_RULES, {
  "nodes/reserved-labels": {
    severity: "error",
    trips: [
      {
        when: "a role in Kubernetes' own domain",
        change: labels("cpu", { "node-role.kubernetes.io/worker": "true" }),
        at: ["nodeGroups", "cpu", "labels", "node-role.kubernetes.io/worker"],
        says: ["node-role.kubernetes.io", "node.kubernetes.io"],
        fix: ["example.com/worker"],
      },
      {
        when: "a domain below k8s.io",
        change: labels("cpu", { "apps.k8s.io/tier": "batch" }),
        at: ["nodeGroups", "cpu", "labels", "apps.k8s.io/tier"],
        says: ["apps.k8s.io"],
        fix: ["example.com/tier"],
      },
    ],
    passes: [
      {
        when: "domains in which a kubelet may set labels",
        change: labels("cpu", { "node.kubernetes.io/pool": "a", "x.kubelet.kubernetes.io/y": "b" }),
      },
      {
        when: "domains that only end alike, and labels without one",
        change: labels("cpu", { "notkubernetes.io/pool": "a", pool: "kubernetes.io" }),
      },
    ],
  },
  "nodes/derived-labels": {
    severity: "error",
    trips: [
      {
        when: "a MIG layout beside the key for it",
        change: labels("h100", { "nvidia.com/mig.config": "all-1g.10gb" }),
        at: ["nodeGroups", "h100", "labels", "nvidia.com/mig.config"],
        says: [`"all-1g.10gb"`, "key sharing", "exclusive"],
        fix: ["use sharing"],
      },
    ],
    passes: [{ when: "other labels of NVIDIA", change: labels("h100", { "nvidia.com/gpu.deploy.operands": "false" }) }],
  },
  "nodes/taint-duplicates": {
    severity: "error",
    trips: [
      {
        when: "the taint that every GPU group has",
        change: group("h100", { taints: [{ key: "nvidia.com/gpu", value: "true", effect: "NoSchedule" }] }),
        at: ["nodeGroups", "h100", "taints", 0],
        says: ["Railyard", "nvidia.com/gpu:NoSchedule"],
        fix: ["remove it"],
      },
      {
        when: "a taint that stands twice",
        change: group("cpu", {
          taints: [taint("team", "NoSchedule"), taint("a", "NoExecute"), taint("team", "NoSchedule")],
        }),
        at: ["nodeGroups", "cpu", "taints", 2],
        says: ["the list", "team:NoSchedule"],
        fix: ["another key or effect"],
      },
    ],
    passes: [
      {
        when: "one key with two effects",
        change: group("cpu", { taints: [taint("team", "NoSchedule"), taint("team", "NoExecute")] }),
      },
      {
        when: "the taint of GPU groups on CPU nodes",
        change: group("cpu", { taints: [taint("nvidia.com/gpu", "NoSchedule")] }),
      },
    ],
  },
});
