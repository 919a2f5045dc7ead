import type { Placement } from "../../cluster/placement";
import { scriptFile } from "../../core/script-file";
import type { KubernetesObject } from "../../kubernetes/objects";
import { SLURM_TOOLS_IMAGE } from "../../slurm/slurm-values";
import { placementValues } from "../tolerations";

export interface WaitForKindsProps {
  readonly name: string;
  readonly namespace: string;
  /** Names of definitions, such as `ippools.nv-ipam.nvidia.com`. */
  readonly kinds: readonly string[];
  readonly timeoutSeconds: number;
  readonly placement: Placement;
}

/**
 * A Job that ends when an operator has defined its kinds. The Network Operator installs others, which bring their definitions
 * with them: Helm refuses an object of a kind that is not there yet.
 */
export function waitForKinds({
  name,
  namespace,
  kinds,
  timeoutSeconds,
  placement,
}: WaitForKindsProps): KubernetesObject[] {
  const subject = { name, namespace };
  const script = scriptFile("platform/files/wait-for-kinds.sh", { values: { seconds: timeoutSeconds } });
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: subject },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name },
      rules: [
        {
          apiGroups: ["apiextensions.k8s.io"],
          resources: ["customresourcedefinitions"],
          verbs: ["get", "list", "watch"],
        },
      ],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ kind: "ServiceAccount", ...subject }],
    },
    {
      apiVersion: "batch/v1",
      kind: "Job",
      // no field of a Job can be changed: another list of kinds is another Job
      metadata: { name: `${name}-${kinds.length}`, namespace },
      spec: {
        backoffLimit: 0,
        template: {
          spec: {
            restartPolicy: "Never",
            serviceAccountName: name,
            enableServiceLinks: false,
            ...placementValues(placement),
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: "RuntimeDefault" } },
            containers: [
              {
                name: "wait",
                image: SLURM_TOOLS_IMAGE,
                command: ["bash", "-c", script, "wait-for-kinds", ...kinds],
                env: [{ name: "HOME", value: "/tmp" }],
                resources: { requests: { cpu: "10m", memory: "64Mi" }, limits: { memory: "256Mi" } },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ["ALL"] },
                },
                volumeMounts: [{ name: "tmp", mountPath: "/tmp" }],
              },
            ],
            volumes: [{ name: "tmp", emptyDir: {} }],
          },
        },
      },
    },
  ];
}
