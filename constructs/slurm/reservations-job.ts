import { scriptFile } from "../core/script-file";
import { shellWord, shellWords } from "../core/shell-word";
import type { Placement } from "../cluster/placement";
import type { ConfigMap, CronJob } from "../kubernetes/objects";
import { clientPodSpec } from "./client-pod";
import { configMap } from "../kubernetes/config-map";
import type { SlurmReservationProps } from "./slurm-times";

export interface ReservationsJobProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  readonly reservations: readonly SlurmReservationProps[];
  /** An image with Slurm's commands and bash. */
  readonly image: string;
  readonly placement: Placement;
}

/** What names of reservations of config begin with in Slurm: those of people have other names, and stay. */
export const RESERVATION_PREFIX = "railyard-plan-";

const NAME = "slurm-reservations";

/**
 * Brings reservations of config into Slurm. Maintenance lies over other reservations and leaves jobs that run alone; nodes of teams
 * are `MAGNETIC`, so that their jobs need not ask for them. Nodes of a partition that come later, as those of a Capacity Block do,
 * are in it too.
 * @see https://slurm.schedmd.com/reservations.html
 */
export function reservationsScript(reservations: readonly SlurmReservationProps[]): string {
  const lines = reservations.map(({ name, kind, startSeconds, endSeconds, partition, teams }) => {
    const flags =
      kind === "maintenance"
        ? ["MAINT", "IGNORE_JOBS", "NO_HOLD_JOBS_AFTER"]
        : ["MAGNETIC", "IGNORE_JOBS", "NO_HOLD_JOBS_AFTER"];
    if (partition !== null) flags.push("PART_NODES");
    const who = kind === "maintenance" ? "Users=root" : `Accounts=${[...new Set(teams)].join(",")}`;
    return `reserve ${shellWords([name, startSeconds, endSeconds])} ${shellWord(partition ?? "")} ${shellWords([who, `Flags=${flags.join(",")}`])}`;
  });
  return scriptFile("slurm/files/reservations.sh", {
    values: { prefix: RESERVATION_PREFIX },
    insert: {
      reservations: [`end_others ${shellWords(reservations.map(({ name }) => name))}`.trimEnd(), ...lines].join("\n"),
    },
  });
}

/** How often: nodes of a Capacity Block are there some minutes after its start, and a partition without nodes cannot be reserved. */
const SCHEDULE = "*/10 * * * *";

/** Objects that keep reservations as config says. */
export function reservationsJob(props: ReservationsJobProps): [ConfigMap, CronJob] {
  const { namespace, release, reservations, image, placement } = props;
  const labels = { "app.kubernetes.io/name": NAME };
  return [
    configMap(NAME, namespace, { "reservations.sh": reservationsScript(reservations) }),
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata: { name: NAME, namespace, labels },
      spec: {
        schedule: SCHEDULE,
        concurrencyPolicy: "Forbid",
        startingDeadlineSeconds: 300,
        successfulJobsHistoryLimit: 1,
        failedJobsHistoryLimit: 2,
        jobTemplate: {
          spec: {
            backoffLimit: 0,
            activeDeadlineSeconds: 300,
            template: {
              metadata: { labels },
              spec: clientPodSpec({
                name: "reservations",
                namespace,
                release,
                configMap: NAME,
                script: "reservations.sh",
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
