import type { Placement } from "../cluster/placement";
import { textHash } from "../core/text-hash";
import type { KubernetesObject, PodSpec } from "../kubernetes/objects";
import { clientPodSpec } from "./client-pod";

/** What an account may do. */
export type AccountRules = Extract<KubernetesObject, { kind: "ClusterRole" }>["rules"];

export interface WatchingPodProps {
  /** Of its account and Deployment; roles of the cluster are called `railyard-<name>` and `railyard-<name>-pods`. */
  readonly name: string;
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  /** An image with Slurm's commands, kubectl and bash. */
  readonly image: string;
  readonly placement: Placement;
  /** With its scripts. */
  readonly configMap: { readonly name: string; readonly files: Readonly<Record<string, string>> };
  /** Of these files the one that runs. */
  readonly script: string;
  readonly clusterRules: AccountRules;
  /** In the namespace of Slurm alone. */
  readonly namespaceRules: AccountRules;
  /** It starts anew when it has said nothing for so many minutes, from so many seconds after its begin on. */
  readonly heartbeat: { readonly minutes: number; readonly fromSeconds: number };
  /** What it has beside. @default - nothing */
  readonly more?: (pod: PodSpec) => PodSpec;
}

const HEARTBEAT = "/run/slurm/heartbeat";

/** One pod that looks at Slurm and Kubernetes again and again, with its account and what that may do. */
export function watchingPodObjects(props: WatchingPodProps): KubernetesObject[] {
  const { name, namespace, release, image, placement, configMap, script, heartbeat, more = (pod) => pod } = props;
  const labels = { "app.kubernetes.io/name": name };
  const subjects = [{ kind: "ServiceAccount", name, namespace }];
  const clusterName = `railyard-${name}`;
  const inNamespace = `${clusterName}-pods`;
  const spec = clientPodSpec({
    name: "look",
    namespace,
    release,
    configMap: configMap.name,
    script,
    image,
    placement,
    restartPolicy: "Always",
    env: [
      { name: "HOME", value: "/run/slurm" },
      { name: "RAILYARD_HEARTBEAT", value: HEARTBEAT },
    ],
  });
  const livenessProbe = {
    exec: { command: ["bash", "-c", `[ -n "$(find ${HEARTBEAT} -mmin -${heartbeat.minutes})" ]`] },
    initialDelaySeconds: heartbeat.fromSeconds,
    periodSeconds: 60,
  };
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: clusterName },
      rules: props.clusterRules,
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: clusterName },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: clusterName },
      subjects,
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: inNamespace },
      rules: props.namespaceRules,
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name, namespace },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: inNamespace },
      subjects,
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name, namespace, labels },
      spec: {
        replicas: 1,
        strategy: { type: "Recreate" },
        selector: { matchLabels: labels },
        template: {
          metadata: {
            labels,
            annotations: { "railyard.dev/script": textHash(Object.values(configMap.files).join("")) },
          },
          spec: more({
            ...spec,
            serviceAccountName: name,
            automountServiceAccountToken: true,
            containers: spec.containers.map((container) => ({ ...container, livenessProbe })),
          }),
        },
      },
    },
  ];
}
