import { NODEADM_KEY_RULES } from "../../../../../config/sites/aws-eks/nodes/nodeadm-key-rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const nodeadm = (value: Record<string, unknown>) => group("h100", { nodeadm: value });
const at = (...keys: string[]) => groupAt("h100", "nodeadm", ...keys);

ruleCases(NODEADM_KEY_RULES, {
  "nodes/nodeadm-keys": {
    severity: "error",
    trips: [
      { change: nodeadm({ kublet: {} }), at: at("kublet"), message: ['"kublet"'], fix: ["did you mean kubelet?"] },
      {
        change: nodeadm({ kubelet: { config: { maxPod: 9 } } }),
        at: at("kubelet", "config", "maxPod"),
        message: ['"maxPod"'],
        fix: ["maxPods"],
      },
      {
        change: nodeadm({ kubelet: { config: { authentication: { webhook: { enabld: true } } } } }),
        at: at("kubelet", "config", "authentication", "webhook", "enabld"),
        message: ['"enabld"'],
        fix: ["enabled"],
      },
      {
        change: nodeadm({ kubelet: { config: { maxPods: "9" } } }),
        at: at("kubelet", "config", "maxPods"),
        message: ['must be a number, but is "9"'],
      },
      {
        change: nodeadm({ instance: { localStorage: { strategy: "RAID5" } } }),
        at: at("instance", "localStorage", "strategy"),
        message: ['"RAID0", "RAID10" or "Mount"'],
      },
      { change: nodeadm({ kubelet: "x" }), at: at("kubelet"), message: ["must be an object"] },
      { change: nodeadm({ constructor: {} }), at: at("constructor"), message: ['"constructor"'] },
    ],
    passes: [
      {
        when: "what nodeadm and the kubelet know, and names of one's own in maps",
        change: nodeadm({
          kubelet: {
            config: { topologyManagerPolicy: "restricted", evictionHard: { "memory.available": "1Gi" } },
            flags: ["--v=2"],
          },
          featureGates: { FastImagePull: true },
          containerd: { baseRuntimeSpec: { process: { rlimits: [] } } },
          instance: { environment: { default: { HTTPS_PROXY: "http://proxy:3128" } } },
        }),
      },
    ],
  },
});
