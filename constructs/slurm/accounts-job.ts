import type { Placement } from "../cluster/placement";
import { clientPodSpec } from "./client-pod";
import { textHash } from "../core/text-hash";
import { configMap } from "../kubernetes/config-map";
import type { ConfigMap, Job } from "../kubernetes/objects";

export interface AccountsJobProps {
  readonly namespace: string;
  /** Name of the Slurm release: the controller's Service and the key's Secret follow from it. */
  readonly release: string;
  readonly script: string;
  readonly image: string;
  readonly placement: Placement;
}

/** How long the Job may take in all: the first start of slurmdbd and slurmctld, and a second try. */
const DEADLINE_SECONDS = 1500;

/** How long an apply waits for the Job, so that it fails where accounts, limits or users could not be made. */
export const ACCOUNTS_TIMEOUT_SECONDS = DEADLINE_SECONDS + 60;

const LABELS = { "app.kubernetes.io/name": "slurm-accounts" };

/**
 * Objects of the Job that sets up accounting. Its name changes with its script, for a Job cannot be changed: each new set of
 * teams is a new Job, and Helm removes the last one.
 */
export function accountsJob(props: AccountsJobProps): [ConfigMap, Job] {
  const { namespace, release, script, image, placement } = props;
  const name = `slurm-accounts-${textHash(script)}`;
  return [
    configMap(name, namespace, { "accounts.sh": script }),
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name, namespace, labels: LABELS },
      spec: {
        backoffLimit: 2,
        activeDeadlineSeconds: DEADLINE_SECONDS,
        // a Job that failed makes room for the next apply
        ttlSecondsAfterFinished: 600,
        template: {
          metadata: { labels: LABELS },
          spec: clientPodSpec({
            name: "accounts",
            namespace,
            release,
            configMap: name,
            script: "accounts.sh",
            image,
            placement,
            restartPolicy: "OnFailure",
            env: [{ name: "RAILYARD_WAIT", value: "700" }],
          }),
        },
      },
    },
  ];
}
