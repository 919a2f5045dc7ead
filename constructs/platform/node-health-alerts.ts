import { HEALTH_CONDITION } from "../../config/facts/node-conditions";
import { alertRule } from "../alerts/alert";
import { HEALTH_CHECKS, HEALTH_NAMESPACE } from "./health-checks";
import type { RuleGroup } from "./prometheus-rules";

/** Deployment that cordons and repairs. */
const LOOP = "node-health";

/**
 * Nodes with a fault that nothing has mended, and a loop that does not look.
 * @see https://github.com/kubernetes/kube-state-metrics/blob/v2.20.0/docs/metrics
 */
export const nodeHealthAlerts = (): RuleGroup[] => [
  {
    name: "railyard-node-health",
    rules: [
      alertRule({
        name: "NodeStaysBroken",
        expr: `max by (node) (kube_node_status_condition{condition="${HEALTH_CONDITION}",status="false"} == 1)`,
        for: "2h",
        summary: "{{ $labels.node }} has had a fault for two hours, and nothing has mended it",
        description: `kubectl describe node {{ $labels.node }} says in its condition ${HEALTH_CONDITION} what is wrong, and railyard nodes what repair has tried, waits for and does next.`,
      }),
      alertRule({
        name: "NodeHealthSilent",
        expr: `sum by (namespace) (kube_deployment_status_replicas_available{namespace="${HEALTH_NAMESPACE}",deployment="${LOOP}"}) == 0 or sum by (namespace) (kube_daemonset_status_desired_number_scheduled{namespace="${HEALTH_NAMESPACE}",daemonset=~"${HEALTH_CHECKS}-.+"} - kube_daemonset_status_number_ready) > 0`,
        for: "30m",
        summary: "Nodes are not asked how they are, or nobody acts on what they say",
        description: `The pod ${LOOP} or pods ${HEALTH_CHECKS} in ${HEALTH_NAMESPACE} do not run: kubectl get pods -n ${HEALTH_NAMESPACE} -l 'app.kubernetes.io/name in (${LOOP}, ${HEALTH_CHECKS})' says which. Broken nodes take pods in the meantime.`,
      }),
    ],
  },
];
