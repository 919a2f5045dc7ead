import { alertRule } from "../alerts/alert";
import { WEEKLY_CRON_JOB, WEEKLY_NAMESPACE } from "../verify/weekly-names";
import type { RuleGroup } from "./prometheus-rules";

const WEEK_HOURS = 7 * 24;

/**
 * Told once a run is over its time and has not passed: the last one that did ended a week and a part of a run before.
 * @param hours after which Kubernetes ends a run
 * @see https://github.com/kubernetes/kube-state-metrics/blob/v2.20.0/docs/metrics/workload/cronjob-metrics.md
 */
export function weeklyVerifyAlerts(hours: number): RuleGroup[] {
  const labels = `{namespace="${WEEKLY_NAMESPACE}",cronjob="${WEEKLY_CRON_JOB}"}`;
  const since = `time() - max by (cronjob) (kube_cronjob_status_last_successful_time${labels} or kube_cronjob_created${labels})`;
  return [
    {
      name: "railyard-verify-weekly",
      rules: [
        alertRule({
          name: "WeeklyVerifyNotPassed",
          expr: `${since} > ${3600 * (WEEK_HOURS + hours + 1)}`,
          for: "15m",
          summary: "No weekly run of verify has passed for {{ $value | humanizeDuration }}",
          description: `The last one failed, could not run all of its checks, or did not start: kubectl logs --namespace ${WEEKLY_NAMESPACE} --selector app.kubernetes.io/name=railyard-verify --tail -1 says which.`,
        }),
      ],
    },
  ];
}
