import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import type { Placement } from "../cluster/placement";
import { configMap } from "../kubernetes/config-map";
import type { ConfigMap, CronJob } from "../kubernetes/objects";
import { clientPodSpec } from "./client-pod";
import type { SlurmBlockEnd } from "./slurm-times";

export interface BlockEndJobProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  readonly blockEnds: readonly SlurmBlockEnd[];
  /** An image with Slurm's commands and bash. */
  readonly image: string;
  readonly placement: Placement;
}

const NAME = "slurm-block-end";

const SCHEDULE_MINUTES = 10;

/**
 * Before nodes go, jobs on them get time limits that end with the nodes: a little more than the longest `--signal` can be,
 * 65,535 seconds, so that each job is told as early as it asked for.
 * @see https://slurm.schedmd.com/sbatch.html#OPT_signal
 */
const WARN_SECONDS = 19 * 3600;

/** Before nodes go, time limits end: Slurm looks each 30 seconds, and waits for the job to end. */
const MARGIN_SECONDS = 2 * 60;

/** Before nodes go, nothing starts on them any more: who saves and queues again goes elsewhere. */
const DRAIN_SECONDS = 10 * 60;

/** Before nodes go, what still runs is queued again: a minute of a limit and Slurm's half a minute before the limits end. */
const REQUEUE_SECONDS = 200;

const REASON = "railyard: the Capacity Block ends";

/** Ends jobs with their nodes: they get the signal that they asked for, and who has none is queued again. */
export function blockEndScript(blockEnds: readonly SlurmBlockEnd[]): string {
  return scriptFile("slurm/files/block-end.sh", {
    values: {
      poll_seconds: SCHEDULE_MINUTES * 60,
      warn_seconds: WARN_SECONDS,
      margin_seconds: MARGIN_SECONDS,
      drain_seconds: DRAIN_SECONDS,
      requeue_seconds: REQUEUE_SECONDS,
      reason: REASON,
    },
    insert: {
      blocks: blockEnds.map(({ group, endSeconds }) => `block ${shellWords([group, endSeconds])}`).join("\n"),
    },
  });
}

/** Objects that end jobs with Capacity Blocks. A run that sees the end come waits for it; the one beside it does the same. */
export function blockEndJob(props: BlockEndJobProps): [ConfigMap, CronJob] {
  const { namespace, release, blockEnds, image, placement } = props;
  const labels = { "app.kubernetes.io/name": NAME };
  return [
    configMap(NAME, namespace, { "block-end.sh": blockEndScript(blockEnds) }),
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: NAME, namespace, labels },
      spec: {
        schedule: `*/${SCHEDULE_MINUTES} * * * *`,
        // one may wait for an end when the next one begins: doing it twice changes nothing
        concurrencyPolicy: "Allow",
        startingDeadlineSeconds: 300,
        successfulJobsHistoryLimit: 1,
        failedJobsHistoryLimit: 2,
        jobTemplate: {
          spec: {
            backoffLimit: 2,
            activeDeadlineSeconds: SCHEDULE_MINUTES * 60 + DRAIN_SECONDS + 300,
            template: {
              metadata: { labels },
              spec: clientPodSpec({
                name: "block-end",
                namespace,
                release,
                configMap: NAME,
                script: "block-end.sh",
                image,
                placement,
                restartPolicy: "Never",
              }),
            },
          },
        },
      },
    },
  ];
}
