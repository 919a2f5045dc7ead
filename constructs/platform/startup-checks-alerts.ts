import { STARTUP_TAINT } from "../../config/pools/startup-checks";
import type { RuleGroup } from "./prometheus-rules";

/** Nodes that were paid for and take no pod: a device plugin needs minutes, and more than that is a fault. */
export const STARTUP_CHECKS_ALERTS: readonly RuleGroup[] = [
  {
    name: "railyard-startup-checks",
    rules: [
      {
        alert: "NodeFailsStartupChecks",
        expr: `max by (node) (kube_node_spec_taint{key="${STARTUP_TAINT.key}"})`,
        for: "20m",
        labels: { severity: "warning" },
        annotations: {
          summary: "{{ $labels.node }} has not passed its startup checks for 20 minutes",
          description:
            "It takes no pod. kubectl describe node says what is wrong in its condition StartupChecks; where it has none, no check has run: kubectl get pods -n kube-system -l app.kubernetes.io/name=startup-checks says why. It takes pods all the same after kubectl taint nodes {{ $labels.node }} railyard.dev/startup-checks-",
        },
      },
    ],
  },
];
