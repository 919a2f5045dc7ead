import { alertRule } from "../alerts/alert";
import type { RuleGroup } from "./prometheus-rules";

/**
 * Of a CronJob whose last run that was due did not succeed, and of which none is at work. Runs that somebody asks for are theirs.
 * @see https://github.com/kubernetes/kube-state-metrics/blob/v2.20.0/docs/metrics/workload/cronjob-metrics.md
 */
export function repositoryTaskAlerts(namespace: string, cronJobs: readonly string[]): RuleGroup[] {
  const labels = `{namespace="${namespace}",cronjob=~"${cronJobs.join("|")}"}`;
  const newest = (metric: string) => `max by (cronjob) (kube_cronjob_${metric}${labels})`;
  const succeeded = `(${newest("status_last_successful_time")} or ${newest("created")})`;
  const due = newest("status_last_schedule_time");
  return [
    {
      name: "railyard-repository-tasks",
      rules: [
        alertRule({
          name: "RepositoryTaskFails",
          expr: `${due} > ${succeeded} unless ${newest("status_active")} > 0`,
          for: "15m",
          summary: "The last {{ $labels.cronjob }} of Lustre has not done all that it was asked for",
          description: `FSx made no task, the task could not do some files, or it has not ended in time: kubectl logs --namespace ${namespace} --selector railyard.dev/task={{ $labels.cronjob }} --tail -1 says which.`,
        }),
      ],
    },
  ];
}
