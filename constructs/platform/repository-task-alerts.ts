import { longestGapDays, type ResolvedTask } from "../../config/checkpoints/resolve-tasks";
import { alertRule } from "../alerts/alert";
import type { RuleGroup } from "./prometheus-rules";

/** A CronJob, and when it makes runs. */
export interface WatchedTask extends Pick<ResolvedTask, "cron"> {
  readonly cronJob: string;
}

/** A run that waits for others and for its own end, and the time within which one may begin late. */
const RUN_HOURS = 14;

/**
 * Of a CronJob whose last run that was due did not succeed, or that has not succeeded for longer than its days are apart, and of
 * which none is at work: a time at which no run was made moves no other metric. Runs that somebody asks for are theirs.
 * @see https://github.com/kubernetes/kube-state-metrics/blob/v2.20.0/docs/metrics/workload/cronjob-metrics.md
 */
export function repositoryTaskAlerts(namespace: string, tasks: readonly WatchedTask[]): RuleGroup[] {
  const cronJobs = tasks.map(({ cronJob }) => cronJob);
  const labels = `{namespace="${namespace}",cronjob=~"${cronJobs.join("|")}"}`;
  const one = (name: string) => `max by (cronjob) (kube_cronjob_created{namespace="${namespace}",cronjob="${name}"})`;
  const newest = (metric: string) => `max by (cronjob) (kube_cronjob_${metric}${labels})`;
  const succeeded = `(${newest("status_last_successful_time")} or ${newest("created")})`;
  const due = newest("status_last_schedule_time");
  const missed = tasks.flatMap(({ cronJob, cron }) => {
    const days = longestGapDays({ cron });
    if (days === null) return [];
    return [`(time() - ${succeeded} > ${days * 86400 + RUN_HOURS * 3600} and on (cronjob) ${one(cronJob)})`];
  });
  return [
    {
      name: "railyard-repository-tasks",
      rules: [
        alertRule({
          name: "RepositoryTaskFails",
          expr: `(${[`${due} > ${succeeded}`, ...missed].join(" or ")}) unless ${newest("status_active")} > 0`,
          for: "15m",
          summary: "The last {{ $labels.cronjob }} of Lustre has not done all that it was asked for",
          description: `No run was made at its time, FSx made no task, the task could not do some files, or it has not ended in time: kubectl logs --namespace ${namespace} --selector railyard.dev/task={{ $labels.cronjob }} --tail -1 says which.`,
        }),
      ],
    },
  ];
}
