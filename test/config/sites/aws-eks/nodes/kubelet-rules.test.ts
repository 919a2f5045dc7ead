import { KUBELET_RULES } from "../../../../../config/sites/aws-eks/nodes/kubelet-rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const kubelet = (config: Record<string, unknown>) => group("cpu", { nodeadm: { kubelet: { config } } });
const at = (...keys: string[]) => groupAt("cpu", "nodeadm", "kubelet", "config", ...keys);

ruleCases(KUBELET_RULES, {
  "nodes/kubelet-open": {
    severity: "error",
    trips: [
      {
        change: kubelet({ authentication: { anonymous: { enabled: true } } }),
        at: at("authentication", "anonymous", "enabled"),
        message: ["authentication.anonymous.enabled: true"],
      },
      {
        change: kubelet({ authorization: { mode: "AlwaysAllow" } }),
        at: at("authorization", "mode"),
        message: ["run commands in every pod"],
      },
      { change: kubelet({ readOnlyPort: 10255 }), at: at("readOnlyPort"), message: ["10255"] },
    ],
    passes: [
      {
        when: "what closes it",
        change: kubelet({
          authentication: { anonymous: { enabled: false } },
          authorization: { mode: "Webhook" },
          readOnlyPort: 0,
        }),
      },
    ],
  },
  "nodes/kubelet-pids": {
    severity: "error",
    trips: [
      { change: kubelet({ podPidsLimit: -5 }), at: at("podPidsLimit"), message: ["podPidsLimit is -5"], fix: ["-1"] },
      { when: "half a process", change: kubelet({ podPidsLimit: 0.5 }), at: at("podPidsLimit"), message: ["0.5"] },
    ],
    passes: [
      { when: "no limit", change: kubelet({ podPidsLimit: -1 }) },
      { when: "many", change: kubelet({ podPidsLimit: 16384 }) },
    ],
  },
  "nodes/kubelet-cgroups": {
    severity: "error",
    trips: [{ change: kubelet({ cgroupDriver: "cgroupfs" }), at: at("cgroupDriver"), message: ['"cgroupfs"'] }],
    passes: [{ when: "the driver of containerd", change: kubelet({ cgroupDriver: "systemd" }) }],
  },
  "nodes/kubelet-reservations": {
    severity: "error",
    trips: [
      {
        when: "more than a node has, in one key",
        change: kubelet({ systemReserved: { memory: "900Gi" } }),
        at: at("systemReserved", "memory"),
        message: ["systemReserved 900Gi take 900 GiB", "m7i.4xlarge has 64 GiB"],
      },
      {
        when: "more than a node has, in several",
        change: kubelet({ kubeReserved: { memory: "40Gi" }, evictionHard: { "memory.available": "50%" } }),
        at: at("kubeReserved", "memory"),
        message: ["kubeReserved 40Gi and evictionHard 50%"],
      },
    ],
    passes: [
      {
        when: "what a node has room for",
        change: kubelet({
          systemReserved: { memory: "2Gi", cpu: "1" },
          kubeReserved: { memory: "4096Mi" },
          evictionHard: { "memory.available": "5%", "nodefs.available": "10%" },
        }),
      },
    ],
  },
});
