import { NODE_METADATA_RULES } from "../../../../../config/sites/aws-eks/nodes/metadata-rules";
import { group, ruleCases } from "../../../../helpers/rule-cases";

const labels = (name: string, value: Record<string, string>) => group(name, { labels: value });
const taint = (key: string, effect: string) => ({ key, effect });

const LONG = "a".repeat(64);

ruleCases(NODE_METADATA_RULES, {
  "nodes/label-syntax": {
    severity: "error",
    trips: [
      ...["-bad-", "a b", "", "a/b/c", "Upper.Case/x", "x/", "/x", LONG, "ü"].map((key) => ({
        when: `the key ${JSON.stringify(key)}`,
        change: labels("cpu", { [key]: "x" }),
        at: ["nodeGroups", "cpu", "labels", key],
        message: [JSON.stringify(key)],
      })),
      ...["x y", "", "-x", "ü"].map((value) => ({
        when: `the value ${JSON.stringify(value)}`,
        change: labels("cpu", { "example.com/team": value }),
        at: ["nodeGroups", "cpu", "labels", "example.com/team"],
        message: ["example.com/team"],
      })),
    ],
    passes: [
      { when: "what is legal", change: labels("cpu", { "example.com/team": "vision-2_a.b", A: "B", "1": "2" }) },
      { when: "keys and values of 63 characters", change: labels("cpu", { [LONG.slice(1)]: LONG.slice(1) }) },
    ],
  },
  "nodes/taint-syntax": {
    severity: "error",
    trips: [
      {
        when: "a key with a space",
        change: group("cpu", { taints: [taint("a b", "NoSchedule")] }),
        at: ["nodeGroups", "cpu", "taints", 0, "key"],
        message: ['"a b"'],
      },
      {
        when: "a key of 64 characters",
        change: group("cpu", { taints: [taint(LONG, "NoSchedule")] }),
        at: ["nodeGroups", "cpu", "taints", 0, "key"],
        message: ["64 characters; EKS takes 1 to 63"],
      },
      {
        when: "a value with a space",
        change: group("cpu", { taints: [{ ...taint("a", "NoSchedule"), value: "x y" }] }),
        at: ["nodeGroups", "cpu", "taints", 0, "value"],
        message: ['"x y"'],
      },
    ],
    passes: [
      {
        when: "an empty value, and none",
        change: group("cpu", { taints: [{ ...taint("a", "NoSchedule"), value: "" }, taint("b", "NoExecute")] }),
      },
    ],
  },
  "nodes/owned-labels": {
    severity: "error",
    trips: [
      ["railyard.dev/node-group", "Railyard"],
      ["railyard.dev/anything", "Railyard"],
      ["nvidia.com/gpu.deploy.driver", "the GPU Operator"],
      ["eks.amazonaws.com/nodegroup", "EKS"],
      ["node.kubernetes.io/instance-type", "EKS"],
    ].map(([label = "", owner = ""]) => ({
      when: label,
      change: labels("cpu", { [label]: "x" }),
      at: ["nodeGroups", "cpu", "labels", label],
      message: [`is set by ${owner}`],
      fix: ["example.com/"],
    })),
    passes: [
      { when: "a domain of one's own", change: labels("cpu", { "example.com/railyard.dev": "x" }) },
      { when: "those that nodes/derived-labels tells of", change: labels("h100", { "nvidia.com/mig.config": "x" }) },
    ],
  },
  "nodes/reserved-labels": {
    severity: "error",
    trips: [
      {
        when: "a role in Kubernetes' own domain",
        change: labels("cpu", { "node-role.kubernetes.io/worker": "true" }),
        at: ["nodeGroups", "cpu", "labels", "node-role.kubernetes.io/worker"],
        message: ["node-role.kubernetes.io", "node.kubernetes.io"],
        fix: ["example.com/worker"],
      },
      {
        when: "a domain below k8s.io",
        change: labels("cpu", { "apps.k8s.io/tier": "batch" }),
        at: ["nodeGroups", "cpu", "labels", "apps.k8s.io/tier"],
        message: ["apps.k8s.io"],
        fix: ["example.com/tier"],
      },
      ...["kubernetes.io", "k8s.io"].map((domain) => ({
        when: `${domain} itself`,
        change: labels("cpu", { [`${domain}/pool`]: "batch" }),
        at: ["nodeGroups", "cpu", "labels", `${domain}/pool`],
        message: [domain],
      })),
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
        message: [`"all-1g.10gb"`, "key sharing", "whole"],
        fix: ["use sharing"],
      },
    ],
    passes: [{ when: "other labels of NVIDIA", change: labels("h100", { "nvidia.com/gpu.deploy.operands": "false" }) }],
  },
  "nodes/owned-taints": {
    severity: "error",
    trips: ["node.kubernetes.io/not-ready", "node.cloudprovider.kubernetes.io/uninitialized"].map((key) => ({
      when: key,
      change: group("cpu", { taints: [taint("a", "NoSchedule"), taint(key, "NoExecute")] }),
      at: ["nodeGroups", "cpu", "taints", 1, "key"],
      message: [key],
    })),
    passes: [
      {
        when: "a taint of one's own",
        change: group("cpu", { taints: [taint("node.example.com/dedicated", "NoExecute")] }),
      },
    ],
  },
  "nodes/taint-duplicates": {
    severity: "error",
    trips: [
      {
        when: "the taint that every GPU group has",
        change: group("h100", { taints: [{ key: "nvidia.com/gpu", value: "true", effect: "NoSchedule" }] }),
        at: ["nodeGroups", "h100", "taints", 0],
        message: ["Railyard", "nvidia.com/gpu:NoSchedule"],
        fix: ["remove it"],
      },
      {
        when: "a taint that stands twice",
        change: group("cpu", {
          taints: [taint("team", "NoSchedule"), taint("a", "NoExecute"), taint("team", "NoSchedule")],
        }),
        at: ["nodeGroups", "cpu", "taints", 2],
        message: ["the list", "team:NoSchedule"],
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
