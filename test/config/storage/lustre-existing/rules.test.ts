import { LUSTRE_EXISTING_RULES } from "../../../../config/storage/lustre-existing/rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const at = (hostPath: string) => ({ storage: { scratch: { hostPath } } });

ruleCases(
  LUSTRE_EXISTING_RULES,
  {
    "lustre-existing/host-folder": {
      severity: "warning",
      trips: [
        {
          when: "a folder of the system",
          change: at("/etc"),
          at: ["storage", "scratch", "hostPath"],
          message: ["/etc/railyard of the hosts is below /etc"],
        },
        {
          when: "that of the kubelet",
          change: at("/var/lib/kubelet"),
          at: ["storage", "scratch", "hostPath"],
          message: ["is below /var"],
        },
      ],
      passes: [
        { when: "a mount of its own", change: at("/mnt/lustre") },
        { when: "homes of the hosts", change: at("/home") },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
