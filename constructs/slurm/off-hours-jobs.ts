import type { Placement } from "../cluster/placement";
import { clientPodSpec } from "./client-pod";
import { offHoursScript, PAUSE_FILE, pauseText, type SlurmHours } from "./off-hours-script";
import { configMap } from "../kubernetes/config-map";
import type { ConfigMap, CronJob } from "../kubernetes/objects";

export interface OffHoursJobsProps extends SlurmHours {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  /** An image with Slurm's commands and bash. */
  readonly image: string;
  readonly placement: Placement;
}

const NAME = "slurm-off-hours";

const jobName = (action: "start" | "drain") => `${NAME}-${action}`;

/** Names of the two. */
export const OFF_HOURS_JOBS = { startJob: jobName("start"), drainJob: jobName("drain") } as const;

/** Label that Kubernetes gives pods of a Job: its name. */
const JOB_NAME = "batch.kubernetes.io/job-name";

/** Time in which a run that is late to its end may still do something, beyond that end. */
const GRACE_SECONDS = 600;

/**
 * Objects that tell Slurm of the hours of its nodes: Kubernetes knows time zones and their clock changes, the image of Slurm
 * need not. The script knows when it was meant to begin, so it may begin late, or again, while there is time left.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/
 */
export function offHoursJobs(props: OffHoursJobsProps): [ConfigMap, CronJob, CronJob] {
  return [
    configMap(NAME, props.namespace, { "off-hours.sh": offHoursScript(props), [PAUSE_FILE]: pauseText(props) }),
    cronJob("start", props.start, (props.openMinutes - props.drainMinutes) * 60, props),
    cronJob("drain", props.drain, props.drainMinutes * 60, props),
  ];
}

/** @param seconds within which it is of use */
function cronJob(action: "start" | "drain", schedule: string, seconds: number, props: OffHoursJobsProps): CronJob {
  const { namespace, release, image, placement } = props;
  const name = jobName(action);
  const labels = { "app.kubernetes.io/name": NAME, "railyard.dev/action": action };
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name, namespace, labels },
    spec: {
      schedule,
      timeZone: props.timeZone,
      // of the day before, it can only be stuck
      concurrencyPolicy: "Replace",
      startingDeadlineSeconds: seconds,
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 3,
      jobTemplate: {
        spec: {
          backoffLimit: 6,
          activeDeadlineSeconds: seconds + GRACE_SECONDS,
          template: {
            metadata: { labels },
            spec: clientPodSpec({
              name: "off-hours",
              namespace,
              release,
              configMap: NAME,
              image,
              placement,
              script: `off-hours.sh ${action}`,
              restartPolicy: "Never",
              env: [{ name: "RAILYARD_JOB", label: JOB_NAME }],
            }),
          },
        },
      },
    },
  };
}
