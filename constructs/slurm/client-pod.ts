import type { Placement } from "../cluster/placement";
import { placementValues } from "../platform/tolerations";
import { scriptFile } from "../core/script-file";
import type { EnvVar, PodSpec } from "../kubernetes/objects";

/** A value, or the label of the pod that has it. */
export type PodVariable =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly label: string };

export interface ClientPodProps {
  /** Name of the container. */
  readonly name: string;
  readonly namespace: string;
  /** Name of the Slurm release: the controller's Service and the key's Secret follow from it. */
  readonly release: string;
  /** ConfigMap with the script. */
  readonly configMap: string;
  /** File in it, and its arguments. */
  readonly script: string;
  readonly image: string;
  readonly placement: Placement;
  readonly restartPolicy: "Always" | "OnFailure" | "Never";
  /** @default - none */
  readonly env?: readonly PodVariable[];
}

/** Socket at which Slurm's commands are authenticated. */
const SOCKET = "/run/slurm/sack.socket";

/** A pod that runs a script with Slurm's commands. sackd speaks for root, whom Slurm takes for an administrator. */
export function clientPodSpec(props: ClientPodProps): PodSpec {
  const { release, namespace, script } = props;
  const values = { release, namespace, socket: SOCKET, script };
  const command = scriptFile("slurm/files/client.sh", { values }).trimEnd();
  return {
    restartPolicy: props.restartPolicy,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...placementValues(props.placement),
    containers: [
      {
        name: props.name,
        image: props.image,
        command: ["bash", "-c", command],
        ...(props.env && { env: props.env.map(variable) }),
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
      { name: "script", configMap: { name: props.configMap } },
      {
        name: "key",
        secret: {
          secretName: `${props.release}-auth-slurm`,
          defaultMode: 0o600,
          items: [{ key: "slurm.key", path: "slurm.key" }],
        },
      },
      { name: "run", emptyDir: { medium: "Memory" } },
    ],
  };
}

function variable(given: PodVariable): EnvVar {
  if ("value" in given) return { ...given };
  const { name, label } = given;
  return { name, valueFrom: { fieldRef: { fieldPath: `metadata.labels['${label}']` } } };
}
