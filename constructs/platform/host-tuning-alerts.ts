import type { RuleGroup } from "./prometheus-rules";

/** Pods of the daemons that are not ready: their nodes lack a setting. */
const WAITING =
  'max by (pod, namespace) (kube_pod_status_ready{namespace="kube-system",pod=~"host-tuning-.+",condition="true"} == 0)';

/** Where each pod runs. */
const PLACE = 'max by (pod, namespace, node) (kube_pod_info{namespace="kube-system",pod=~"host-tuning-.+",node!=""})';

/** Nodes that wait for their profile: jobs of days are a reason, and so is a setting that the kernel does not take. */
export const HOST_TUNING_ALERTS: readonly RuleGroup[] = [
  {
    name: "railyard-host-tuning",
    rules: [
      {
        alert: "HostTuningWaits",
        expr: `max by (node) (${PLACE} * on (pod, namespace) group_left () (${WAITING} + 1))`,
        for: "1h",
        labels: { severity: "warning" },
        annotations: {
          summary: "{{ $labels.node }} has waited for its host settings for an hour",
          description:
            "It lacks a setting of its pool's tuning and, with gate: cordon, takes no new job. kubectl logs -n kube-system -l app.kubernetes.io/name=host-tuning says for what it waits: jobs that run, or a setting that could not be made.",
        },
      },
    ],
  },
];
