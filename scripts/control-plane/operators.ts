import type { ApiObject } from "./api";

/** A workload that stands for what an operator makes of a custom resource. */
export interface StandIn {
  /** List that it is made in. */
  readonly path: string;
  readonly body: {
    readonly metadata: { readonly name: string; readonly ownerReferences: readonly object[] };
    readonly spec: { readonly replicas?: unknown; readonly template: object; readonly [more: string]: unknown };
  };
}

/** A custom kind of which pods are made. */
interface OperatorKind {
  /** List of its objects in all namespaces. */
  readonly list: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly workloadOf: (spec: Spec) => Workload;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as many forms as kinds; each row reads those of its own
type Spec = any;

interface Workload {
  readonly kind: "Deployment" | "DaemonSet" | "StatefulSet";
  readonly replicas?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly pod: object;
  /** What each pod claims of volumes. @default - nothing */
  readonly claim?: object | undefined;
}

const slinky = (kind: string, plural: string, workloadOf: OperatorKind["workloadOf"]): OperatorKind => ({
  list: `/apis/slinky.slurm.net/v1beta1/${plural}`,
  apiVersion: "slinky.slurm.net/v1beta1",
  kind,
  workloadOf,
});

/** A pod of Slurm: its template, with the containers that have a key of their own. */
function slurmPod({ template = {}, ...spec }: Spec, main: string, sidecars: readonly string[] = []): object {
  // the host name of a NodeSet is the beginning of one
  const { hostname: _prefix, containers = [], initContainers = [], ...pod } = template.spec ?? {};
  const all = [container(main, spec[main]), ...containers];
  const first = [
    ...sidecars.map((name) => ({ ...container(name, spec[name]), restartPolicy: "Always" })),
    ...initContainers,
  ];
  return { ...pod, containers: all, initContainers: first, volumes: withOperators(pod.volumes, [...all, ...first]) };
}

/** Volumes of a pod, and those that its containers mount and that the operator would add. */
function withOperators(volumes: readonly { readonly name: string }[] = [], containers: readonly Spec[]): object[] {
  const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }: Spec) => String(name)));
  const missing = [...new Set(mounted)].filter((name) => !volumes.some((volume) => volume.name === name));
  return [...volumes, ...missing.map((name) => ({ name, emptyDir: {} }))];
}

function container(name: string, { resources = {}, ...rest }: Spec = {}): object {
  return { image: "none", ...rest, name, resources };
}

function claimOf({ enabled, resources, storageClassName, accessModes = ["ReadWriteOnce"] }: Spec = {}):
  | object
  | undefined {
  return enabled === true ? { accessModes, storageClassName, resources } : undefined;
}

/**
 * Kinds of operators whose pods ask for room.
 * @see https://github.com/SlinkyProject/slurm-operator/tree/v1.2.1/internal/builder
 */
const KINDS: readonly OperatorKind[] = [
  slinky("Controller", "controllers", (spec) => ({
    kind: "StatefulSet",
    replicas: spec.ha?.enabled === true ? 1 + (spec.ha.backups ?? 1) : 1,
    pod: slurmPod(spec, "slurmctld", ["reconfigure", "logfile"]),
    claim: spec.persistence?.existingClaim ? undefined : claimOf(spec.persistence),
  })),
  slinky("Accounting", "accountings", (spec) => ({ kind: "StatefulSet", pod: slurmPod(spec, "slurmdbd") })),
  slinky("RestApi", "restapis", (spec) => ({
    kind: "Deployment",
    replicas: spec.replicas,
    pod: slurmPod(spec, "slurmrestd"),
  })),
  slinky("LoginSet", "loginsets", (spec) => ({
    kind: "Deployment",
    replicas: spec.replicas,
    labels: spec.template?.metadata?.labels,
    pod: slurmPod(spec, "login"),
  })),
  slinky("NodeSet", "nodesets", (spec) => ({
    ...(spec.scalingMode === "DaemonSet" ? { kind: "DaemonSet" } : { kind: "StatefulSet", replicas: spec.replicas }),
    labels: spec.template?.metadata?.labels,
    pod: slurmPod(spec, "slurmd", ["logfile"]),
  })),
  {
    list: "/apis/k8s.mariadb.com/v1alpha1/mariadbs",
    apiVersion: "k8s.mariadb.com/v1alpha1",
    kind: "MariaDB",
    // https://github.com/mariadb-operator/mariadb-operator/blob/26.6.0/docs/api_reference.md
    workloadOf: ({ replicas, storage, nodeSelector, tolerations, affinity, priorityClassName, resources }) => ({
      kind: "StatefulSet",
      replicas,
      pod: {
        nodeSelector,
        tolerations,
        priorityClassName,
        affinity,
        containers: [container("mariadb", { resources })],
      },
      claim: {
        accessModes: ["ReadWriteOnce"],
        storageClassName: storage?.storageClassName,
        resources: { requests: { storage: storage?.size } },
      },
    }),
  },
  ...["Prometheus", "Alertmanager"].map((kind): OperatorKind => {
    const plural = `${kind.toLowerCase()}${kind.endsWith("s") ? "es" : "s"}`;
    return {
      list: `/apis/monitoring.coreos.com/v1/${plural}`,
      apiVersion: "monitoring.coreos.com/v1",
      kind,
      // https://prometheus-operator.dev/docs/api-reference/api/
      workloadOf: ({ replicas, storage, nodeSelector, tolerations, affinity, priorityClassName, resources }) => ({
        kind: "StatefulSet",
        replicas,
        pod: {
          nodeSelector,
          tolerations,
          affinity,
          priorityClassName,
          containers: [container(kind.toLowerCase(), { resources })],
        },
        claim: storage?.volumeClaimTemplate?.spec,
      }),
    };
  }),
];

/** Lists of custom resources that have a stand-in. */
export const OPERATOR_LISTS: readonly string[] = KINDS.map(({ list }) => list);

/** What stands for the pods of a custom resource: it goes with it. */
export function standIn(list: string, { metadata, spec }: ApiObject): StandIn {
  const { apiVersion, kind, workloadOf } = KINDS.find((one) => one.list === list)!;
  const { name, namespace, uid } = metadata;
  const workload = workloadOf(spec);
  const labels = { ...workload.labels, "rehearsal.railyard.dev/of": `${kind}-${name}`.toLowerCase() };
  return {
    path: `/apis/apps/v1/namespaces/${namespace}/${workload.kind.toLowerCase()}s`,
    body: {
      metadata: {
        name: `${kind}-${name}`.toLowerCase(),
        ownerReferences: [{ apiVersion, kind, name, uid }],
      },
      spec: {
        ...(workload.kind !== "DaemonSet" && { replicas: workload.replicas ?? 1 }),
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: workload.pod },
        ...(workload.kind === "StatefulSet" && {
          serviceName: name,
          podManagementPolicy: "Parallel",
          ...(workload.claim && { volumeClaimTemplates: [{ metadata: { name: "data" }, spec: workload.claim }] }),
        }),
      },
    },
  };
}
