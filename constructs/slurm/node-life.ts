import { XIDS } from "../../config/facts/xids";
import type { Placement } from "../cluster/placement";
import { scriptFile } from "../core/script-file";
import { shellWords } from "../core/shell-word";
import { textHash } from "../core/text-hash";
import { configMap } from "../kubernetes/config-map";
import type { KubernetesObject } from "../kubernetes/objects";
import { clientPodSpec } from "./client-pod";

/** A pool whose nodes are cordoned when they are broken. */
export interface WatchedPool {
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** Most nodes that are cordoned for faults at one time. */
  readonly cordonsAtOnce: number;
}

export interface NodeLifeProps {
  readonly namespace: string;
  /** Name of the Slurm release. */
  readonly release: string;
  readonly pools: readonly WatchedPool[];
  /** An image with Slurm's commands, kubectl and bash. */
  readonly image: string;
  readonly placement: Placement;
}

/** Names of its objects; those of the cluster are called `railyard-node-life`. Frozen. */
const NAME = "node-life";
const CLUSTER_NAME = `railyard-${NAME}`;
/** Bound in the namespace of Slurm alone. */
const POD_READER = `${CLUSTER_NAME}-pods`;
const SCRIPT = "node-life.sh";
const HEARTBEAT = "/run/slurm/heartbeat";

/** Annotation of a node that it has cordoned, and the label with whose fault it is. Frozen: nodes bear them. */
export const CORDONED_FOR = "railyard.dev/cordoned-for";
export const FAULT_LABEL = "railyard.dev/fault";

/**
 * From which the operator takes the reason of its drain.
 * @see https://github.com/SlinkyProject/slurm-operator/blob/v1.2.1/docs/usage/workload-isolation.md
 */
const CORDON_REASON = "nodeset.slinky.slurm.net/node-cordon-reason";

/** The script, with the pools that it looks at. */
export const nodeLifeScript = ({ namespace, pools }: Pick<NodeLifeProps, "namespace" | "pools">): string =>
  scriptFile("slurm/files/node-life.sh", {
    values: {
      namespace,
      pause: 30,
      mark: CORDONED_FOR,
      fault: FAULT_LABEL,
      operator: CORDON_REASON,
      programs: XIDS.program.join(" "),
      silent: 300,
      steady: 600,
    },
    insert: {
      pools: pools
        .map(({ name, nodeSelector, cordonsAtOnce }) => {
          const selector = Object.entries(nodeSelector).map(([key, value]) => `${key}=${value}`);
          return `  pool ${shellWords([name, selector.join(","), cordonsAtOnce])} || return 1`;
        })
        .join("\n"),
    },
  });

/**
 * One pod that looks at Slurm and Kubernetes again and again, and cordons nodes. The operator of Slurm does the other half: it
 * drains what is cordoned, and leaves drains of others alone. Kubernetes has no right to the cordon of a node alone.
 */
export function nodeLifeObjects(props: NodeLifeProps): KubernetesObject[] {
  const { namespace, release, image, placement } = props;
  const script = nodeLifeScript(props);
  const labels = { "app.kubernetes.io/name": NAME };
  const subjects = [{ kind: "ServiceAccount", name: NAME, namespace }];
  const spec = clientPodSpec({
    name: "look",
    namespace,
    release,
    configMap: NAME,
    script: SCRIPT,
    image,
    placement,
    restartPolicy: "Always",
    env: [
      { name: "HOME", value: "/run/slurm" },
      { name: "RAILYARD_HEARTBEAT", value: HEARTBEAT },
    ],
  });
  return [
    configMap(NAME, namespace, { [SCRIPT]: script }),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: NAME, namespace } },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: CLUSTER_NAME },
      rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: CLUSTER_NAME },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: CLUSTER_NAME },
      subjects,
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: POD_READER },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: NAME, namespace },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: POD_READER },
      subjects,
    },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: NAME, namespace, labels },
      spec: {
        replicas: 1,
        strategy: { type: "Recreate" },
        selector: { matchLabels: labels },
        template: {
          metadata: { labels, annotations: { "railyard.dev/script": textHash(script) } },
          spec: {
            ...spec,
            serviceAccountName: NAME,
            automountServiceAccountToken: true,
            containers: spec.containers.map((container) => ({
              ...container,
              livenessProbe: {
                exec: { command: ["bash", "-c", `[ -n "$(find ${HEARTBEAT} -mmin -5)" ]`] },
                // Slurm may answer five minutes after the pod has begun
                initialDelaySeconds: 420,
                periodSeconds: 60,
              },
            })),
          },
        },
      },
    },
  ];
}
