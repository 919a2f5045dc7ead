import { HYBRID_LABEL_RULES } from "../../../../../config/sites/aws-eks/hybrid/label-rules";
import { hybrid } from "../../../../helpers/hybrid";
import { ruleCases } from "../../../../helpers/rule-cases";

const labels = (...keys: string[]) => hybrid({}, { labels: Object.fromEntries(keys.map((key) => [key, "x"])) });
const at = (key: string) => ["nodeGroups", "onsite", "labels", key];
const taint = (key: string, effect = "NoSchedule") => ({ key, value: "x", effect });

ruleCases(HYBRID_LABEL_RULES, {
  "hybrid/reserved-labels": {
    severity: "error",
    trips: ["kubernetes.io/hostname", "node-role.kubernetes.io/gpu", "apps.k8s.io/tier", "storage.kubernetes.io/x"].map(
      (key) => ({
        when: key,
        change: labels("example.com/room", key),
        at: at(key),
        message: [`the label ${key} is in the domain ${key.split("/")[0]}`],
        fix: ["example.com/"],
      }),
    ),
    passes: [
      {
        when: "those by which a kubelet says where it stands",
        change: labels("topology.kubernetes.io/zone", "topology.kubernetes.io/region"),
      },
      { when: "domains that are open to it", change: labels("node.kubernetes.io/room", "a.kubelet.kubernetes.io/b") },
      { when: "a domain of one's own", change: labels("example.com/room", "room") },
      { when: "a domain that only ends alike", change: labels("mykubernetes.io/room") },
    ],
  },
  "hybrid/owned-labels": {
    severity: "error",
    trips: [
      ["eks.amazonaws.com/compute-type", "is set by EKS"],
      ["railyard.dev/node-group", "is set by Railyard"],
      ["nvidia.com/gpu.present", "is set by the GPU Operator"],
      ["nvidia.com/mig.config", "follows from the key sharing"],
    ].map(([key = "", message = ""]) => ({ when: key, change: labels(key), at: at(key), message: [message] })),
    passes: [
      { when: "a name for what the servers are", change: labels("node.kubernetes.io/instance-type") },
      { when: "a domain of one's own", change: labels("example.com/room") },
    ],
  },
  "hybrid/taints": {
    severity: "error",
    trips: [
      {
        when: "the taint that every GPU pool has",
        change: hybrid({}, { taints: [taint("example.com/a"), taint("nvidia.com/gpu")] }),
        at: ["nodeGroups", "onsite", "taints", 1],
        message: ["a taint nvidia.com/gpu:NoSchedule already"],
      },
      {
        when: "one that stands twice",
        change: hybrid({}, { taints: [taint("example.com/a"), taint("example.com/a")] }),
        at: ["nodeGroups", "onsite", "taints", 1],
        message: ["example.com/a:NoSchedule already"],
      },
      {
        when: "one of Kubernetes itself",
        change: hybrid({}, { taints: [taint("node.kubernetes.io/unschedulable")] }),
        at: ["nodeGroups", "onsite", "taints", 0, "key"],
        message: ["is a taint of Kubernetes itself"],
      },
    ],
    passes: [
      {
        when: "one key with two effects",
        change: hybrid({}, { taints: [taint("example.com/a"), taint("example.com/a", "NoExecute")] }),
      },
    ],
  },
});
