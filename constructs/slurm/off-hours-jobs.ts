import type { Placement } from "../cluster/placement";
import type { HelmValues } from "../core/helm-values";
import { clientPodSpec } from "./client-pod";
import { offHoursScript, type SlurmHours } from "./off-hours-script";
import { configMap } from "./script-files";

export interface OffHoursJobsProps extends SlurmHours {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  /** An image with Slurm's commands and bash. */
  readonly image: string;
  readonly placement: Placement;
}

const NAME = "slurm-off-hours";

/**
 * Objects that tell Slurm of the hours of its nodes: Kubernetes knows time zones and their clock changes, the image of Slurm
 * need not.
 */
export function offHoursJobs(props: OffHoursJobsProps): HelmValues[] {
  return [
    configMap(NAME, props.namespace, { "off-hours.sh": offHoursScript(props) }),
    cronJob("start", props.start, props),
    cronJob("drain", props.drain, props),
  ];
}

function cronJob(action: "start" | "drain", schedule: string, props: OffHoursJobsProps): HelmValues {
  const { namespace, release, image, placement } = props;
  const name = `${NAME}-${action}`;
  const labels = { "app.kubernetes.io/name": NAME, "railyard.dev/action": action };
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name, namespace, labels },
    spec: {
      schedule,
      timeZone: props.timeZone,
      concurrencyPolicy: "Forbid",
      // the script reckons from the time at which it begins
      startingDeadlineSeconds: 600,
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 3,
      jobTemplate: {
        spec: {
          backoffLimit: 3,
          activeDeadlineSeconds: 3600,
          template: {
            metadata: { labels },
            spec: clientPodSpec({
              ...{ name: "off-hours", namespace, release, configMap: NAME, image, placement },
              script: `off-hours.sh ${action}`,
              restartPolicy: "Never",
            }),
          },
        },
      },
    },
  };
}
