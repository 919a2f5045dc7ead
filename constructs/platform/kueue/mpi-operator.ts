import { MPI_OPERATOR } from "../../../config/facts/kueue";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../../config/facts/system-pods";
import type { Placement } from "../../cluster/placement";
import { podResources } from "../../core/pod-resources";
import type { Deployment, KubernetesObject } from "../../kubernetes/objects";
import type { ClusterComponent } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { placementValues } from "../tolerations";
import { mpiJobKind } from "./mpi-job-kind";

/** Name of everything, of the release and of the namespace. Frozen. */
const NAME = "mpi-operator";

/** One that stands by: while none answers, no MPIJob starts. */
const REPLICAS = 2;

/** Where the program tells whether it lives. @see https://github.com/kubeflow/mpi-operator/blob/v0.8.0/cmd/mpi-operator/app/server.go */
const HEALTH = { path: "/healthz", port: 8080 };

const metadata = { name: NAME, labels: { app: NAME } };

/**
 * What the operator does without another gang scheduler: Kueue admits all pods of a job together.
 * @see https://github.com/kubeflow/mpi-operator/blob/v0.8.0/manifests/base/cluster-role.yaml
 */
const RULES = [
  {
    apiGroups: [""],
    resources: ["configmaps", "secrets", "services"],
    verbs: ["get", "list", "watch", "create", "update"],
  },
  {
    apiGroups: [""],
    resources: ["pods"],
    verbs: ["get", "list", "watch", "create", "update", "patch", "delete"],
  },
  { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
  {
    apiGroups: ["batch"],
    resources: ["jobs", "jobs/status"],
    verbs: ["get", "list", "watch", "create", "update", "delete"],
  },
  {
    apiGroups: ["kubeflow.org"],
    resources: ["mpijobs", "mpijobs/finalizers", "mpijobs/status"],
    verbs: ["get", "list", "watch", "update", "patch"],
  },
  { apiGroups: ["scheduling.k8s.io"], resources: ["priorityclasses"], verbs: ["get", "list", "watch"] },
];

const SUBJECT = { kind: "ServiceAccount", name: NAME, namespace: NAME };

/** The operator, its rights, and the kind that it looks after. */
export function mpiOperatorObjects(placement: Placement): KubernetesObject[] {
  return [
    mpiJobKind(),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...metadata, namespace: NAME } },
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata, rules: RULES },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata,
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: NAME },
      subjects: [SUBJECT],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { ...metadata, name: `${NAME}-leader` },
      rules: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { ...metadata, name: `${NAME}-leader`, namespace: NAME },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: `${NAME}-leader` },
      subjects: [SUBJECT],
    },
    deployment(placement),
  ];
}

function deployment(placement: Placement): Deployment {
  const { nodeSelector, tolerations } = placementValues(placement);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...metadata, namespace: NAME },
    spec: {
      replicas: REPLICAS,
      selector: { matchLabels: { app: NAME } },
      template: {
        metadata: { labels: { app: NAME } },
        spec: {
          serviceAccountName: NAME,
          priorityClassName: SYSTEM_PRIORITY,
          nodeSelector,
          ...(tolerations && { tolerations }),
          containers: [
            {
              name: NAME,
              image: MPI_OPERATOR.image,
              args: ["-alsologtostderr", `--lock-namespace=${NAME}`],
              resources: podResources(SYSTEM_PODS.jobOperator),
              livenessProbe: { httpGet: HEALTH, initialDelaySeconds: 15, periodSeconds: 20 },
              securityContext: {
                allowPrivilegeEscalation: false,
                runAsNonRoot: true,
                runAsUser: 65532,
                capabilities: { drop: ["ALL"] },
              },
            },
          ],
        },
      },
    },
  };
}

/** Programs that start with mpirun. @see https://github.com/kubeflow/mpi-operator */
export const mpiOperator: ClusterComponent = {
  id: NAME,
  when: ({ env }) => env.kueue?.operators.includes("mpi") || "kueue.operators does not name mpi",
  install: ({ placement }, { scope, id, dependsOn }) => [
    new KubernetesObjects(scope, id, {
      release: NAME,
      namespace: NAME,
      objects: mpiOperatorObjects(placement),
      dependsOn,
    }).dependable,
  ],
};
