import type { Placement } from "../cluster/placement";
import { shellWords } from "../core/shell-word";
import { scriptFile } from "../core/script-file";
import { configMap } from "../kubernetes/config-map";
import type { ConfigMap, CronJob } from "../kubernetes/objects";
import { clientPodSpec } from "./client-pod";
import { DIRECTORY_MOUNT, directoryVolumes } from "./node-set";
import type { SlurmLayout } from "./slurm-types";
import { defaultTeams, membersOf, teamPeople } from "./team-people";
import { NO_TRUST, podTrust } from "./trust";

export interface MembersJobProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  readonly script: string;
  /** Secret with the `sssd.conf` of the directory. */
  readonly directorySecretName: string;
  /** An image with Slurm's commands, SSSD and bash. */
  readonly image: string;
  readonly placement: Placement;
  /** Whether it trusts authorities of the environment beside those of the image. @default false */
  readonly trustsAuthorities?: boolean;
}

const NAME = "slurm-members";

/**
 * Brings people of groups of the directory into their teams; null where no team names a group.
 * @see https://man7.org/linux/man-pages/man1/getent.1.html
 */
export function membersScript(layout: SlurmLayout): string | null {
  const teams = layout.teams.filter(({ directoryGroups = [] }) => directoryGroups.length > 0);
  if (teams.length === 0) return null;
  const how = layout.prune ? "remove" : "tell";
  const lines = [
    ...teams.map(
      (team) => `members ${shellWords([how, team.name, ...(team.directoryGroups ?? []), "--", ...membersOf(team)])}`,
    ),
    ...defaultTeams(layout, false).map(([user, team]) => `default_team ${shellWords([user, team])}`),
  ];
  return scriptFile("slurm/files/members.sh", { insert: { people: teamPeople(), members: lines.join("\n") } });
}

/** How often: people who are new wait so long at most. */
const SCHEDULE = "*/10 * * * *";

/** Objects that keep teams as groups of the directory say. */
export function membersJob(props: MembersJobProps): [ConfigMap, CronJob] {
  const { namespace, release, script, directorySecretName, image, placement } = props;
  const labels = { "app.kubernetes.io/name": NAME };
  const trust = props.trustsAuthorities ? podTrust(image) : NO_TRUST;
  const {
    containers,
    volumes = [],
    ...pod
  } = clientPodSpec({
    name: "members",
    namespace,
    release,
    configMap: NAME,
    script: "members.sh",
    image,
    placement,
    restartPolicy: "Never",
  });
  return [
    configMap(NAME, namespace, { "members.sh": script }),
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
            activeDeadlineSeconds: 540,
            template: {
              metadata: { labels },
              spec: {
                ...pod,
                ...(trust.initContainers.length > 0 && { initContainers: [...trust.initContainers] }),
                containers: containers.map((container) => ({
                  ...container,
                  volumeMounts: [...(container.volumeMounts ?? []), DIRECTORY_MOUNT, ...trust.mounts],
                })),
                volumes: [...volumes, ...directoryVolumes(directorySecretName), ...trust.volumes],
              },
            },
          },
        },
      },
    },
  ];
}
