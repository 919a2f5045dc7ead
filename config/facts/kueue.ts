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
} as const satisfies Readonly<Record<string, readonly KueueJob[]>>;

export type KueueOperator = keyof typeof KUEUE_OPERATORS;

/** @see https://github.com/kubernetes-sigs/kueue/blob/v0.19.2/charts/kueue/values.yaml */
export const KUEUE_FRAMEWORKS_SOURCE = "https://github.com/kubernetes-sigs/kueue/blob/v0.19.2/charts/kueue/values.yaml";

/** Most labels, taints and tolerations that a ResourceFlavor has. @see https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta2/ */
export const FLAVOR_LABELS = 8;

/** The queue that a job gets which names none. @see https://kueue.sigs.k8s.io/docs/tasks/manage/enforce_job_management/setup_default_local_queue/ */
export const DEFAULT_QUEUE = "default";

/** The image of the release: the values of the chart in the repository name one that is built anew every day. */
export const KUEUE_IMAGE = "registry.k8s.io/kueue/kueue";
