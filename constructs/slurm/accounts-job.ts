import type { Placement } from "../cluster/placement";
import type { HelmValues } from "../core/helm-values";
import { placementValues } from "../platform/tolerations";
import { configMap, textHash } from "./script-files";

export interface AccountsJobProps {
  readonly namespace: string;
  /** Name of the Slurm release: the controller's Service and the key's Secret follow from it. */
  readonly release: string;
  readonly script: string;
  readonly image: string;
  readonly placement: Placement;
}

/** Socket at which Slurm's commands are authenticated. */
const SOCKET = "/run/slurm/sack.socket";

/**
 * Objects of the Job that sets up accounting. Its name changes with its script, for a Job cannot be changed: each new set of
 * teams is a new Job, and Helm removes the last one. sackd speaks for root, whom slurmdbd takes for an administrator.
 */
export function accountsJob(props: AccountsJobProps): HelmValues[] {
  const { namespace, release, script } = props;
  const name = `slurm-accounts-${textHash(script)}`;
  const command = `set -eu
sackd -D --conf-server ${release}-controller.${namespace}:6817 &
for _ in $(seq 60); do [ -S ${SOCKET} ] && break; sleep 5; done
exec bash /opt/railyard/accounts.sh`;
  return [
    configMap(name, namespace, { "accounts.sh": script }),
    {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name, namespace, labels: { "app.kubernetes.io/name": "slurm-accounts" } },
      spec: {
        backoffLimit: 6,
        activeDeadlineSeconds: 3600,
        template: {
          metadata: { labels: { "app.kubernetes.io/name": "slurm-accounts" } },
          spec: {
            restartPolicy: "OnFailure",
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            ...placementValues(props.placement),
            containers: [
              {
                name: "accounts",
                image: props.image,
                command: ["bash", "-c", command],
                env: [{ name: "RAILYARD_WAIT", value: "900" }],
                resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "512Mi" } },
                securityContext: { allowPrivilegeEscalation: false },
                volumeMounts: [
                  { name: "script", mountPath: "/opt/railyard", readOnly: true },
                  { name: "key", mountPath: "/etc/slurm", readOnly: true },
                  { name: "run", mountPath: "/run/slurm" },
                ],
              },
            ],
            volumes: [
              { name: "script", configMap: { name } },
              {
                name: "key",
                secret: {
                  secretName: `${release}-auth-slurm`,
                  defaultMode: 0o600,
                  items: [{ key: "slurm.key", path: "slurm.key" }],
                },
              },
              { name: "run", emptyDir: { medium: "Memory" } },
            ],
          },
        },
      },
    },
  ];
}
