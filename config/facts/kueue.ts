/** Kinds of jobs that Kueue can hold in queues, by their word in config. */
export const KUEUE_JOBS = {
  job: { framework: "batch/job", title: "Jobs of Kubernetes" },
  jobset: { framework: "jobset.x-k8s.io/jobset", title: "JobSets" },
  trainjob: { framework: "trainer.kubeflow.org/trainjob", title: "TrainJobs of Kubeflow Trainer" },
  mpijob: { framework: "kubeflow.org/mpijob", title: "MPIJobs" },
  rayjob: { framework: "ray.io/rayjob", title: "RayJobs" },
  raycluster: { framework: "ray.io/raycluster", title: "RayClusters" },
  rayservice: { framework: "ray.io/rayservice", title: "RayServices" },
  leaderworkerset: { framework: "leaderworkerset.x-k8s.io/leaderworkerset", title: "LeaderWorkerSets" },
  deployment: { framework: "deployment", title: "Deployments" },
  statefulset: { framework: "statefulset", title: "StatefulSets" },
  pod: { framework: "pod", title: "pods that nothing of these has made" },
} as const satisfies Readonly<Record<string, { readonly framework: string; readonly title: string }>>;

export type KueueJob = keyof typeof KUEUE_JOBS;

/** Operators that Railyard installs beside it, and the kinds of jobs that are theirs. */
export const KUEUE_OPERATORS = {
  jobset: ["jobset"],
  kuberay: ["rayjob", "raycluster", "rayservice"],
  lws: ["leaderworkerset"],
  trainer: ["trainjob"],
  mpi: ["mpijob"],
} as const satisfies Readonly<Record<string, readonly KueueJob[]>>;

export type KueueOperator = keyof typeof KUEUE_OPERATORS;

/**
 * Custom kinds that people of a team write in its namespace, by the operator that brings them. Kubernetes' own role `edit` knows
 * none of them, and no chart adds them to it.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#user-facing-roles
 */
export const OPERATOR_KINDS: Readonly<
  Record<KueueOperator, { readonly apiGroup: string; readonly resources: readonly string[] }>
> = {
  jobset: { apiGroup: "jobset.x-k8s.io", resources: ["jobsets"] },
  kuberay: { apiGroup: "ray.io", resources: ["rayclusters", "rayjobs", "rayservices"] },
  lws: { apiGroup: "leaderworkerset.x-k8s.io", resources: ["leaderworkersets"] },
  trainer: { apiGroup: "trainer.kubeflow.org", resources: ["trainjobs", "trainingruntimes"] },
  mpi: { apiGroup: "kubeflow.org", resources: ["mpijobs"] },
};

/**
 * The operator of MPIJobs. The project publishes objects and no chart: Railyard writes them itself.
 * @see https://github.com/kubeflow/mpi-operator/tree/v0.8.0/manifests
 */
export const MPI_OPERATOR = { version: "0.8.0", image: "docker.io/mpioperator/mpi-operator:0.8.0" } as const;

/** @see https://github.com/kubernetes-sigs/kueue/blob/v0.19.2/charts/kueue/values.yaml */
export const KUEUE_FRAMEWORKS_SOURCE = "https://github.com/kubernetes-sigs/kueue/blob/v0.19.2/charts/kueue/values.yaml";

/** Most labels, taints and tolerations that a ResourceFlavor has. @see https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta2/ */
export const FLAVOR_LABELS = 8;

/** The queue that a job gets which names none. @see https://kueue.sigs.k8s.io/docs/tasks/manage/enforce_job_management/setup_default_local_queue/ */
export const DEFAULT_QUEUE = "default";

/** The image of the release: the values of the chart in the repository name one that is built anew every day. */
export const KUEUE_IMAGE = "registry.k8s.io/kueue/kueue";
