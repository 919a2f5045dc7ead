import type { Custom, TrainingRuntime, TrainJob } from "./custom-resources";
import type { PodSpec } from "./objects";

/** Pods of a gang, with what Kueue reads of where they go. */
export interface GangPods {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: PodSpec;
}

/** @see https://jobset.sigs.k8s.io/docs/reference/jobset.v1alpha2/ */
export type JobSet = Custom<
  "jobset.x-k8s.io/v1alpha2",
  "JobSet",
  {
    readonly failurePolicy: { readonly maxRestarts: number };
    readonly replicatedJobs: readonly {
      readonly name: string;
      readonly replicas: number;
      readonly template: {
        readonly spec: {
          readonly backoffLimit: number;
          readonly parallelism: number;
          readonly completions: number;
          readonly template: GangPods;
        };
      };
    }[];
  }
>;

/** @see https://github.com/kubeflow/mpi-operator/blob/v0.8.0/pkg/apis/kubeflow/v2beta1/types.go */
export type MpiJob = Custom<
  "kubeflow.org/v2beta1",
  "MPIJob",
  {
    readonly slotsPerWorker: number;
    readonly launcherCreationPolicy: "WaitForWorkersReady";
    readonly runPolicy: { readonly cleanPodPolicy: "Running"; readonly backoffLimit: number };
    readonly mpiReplicaSpecs: Readonly<
      Record<"Launcher" | "Worker", { readonly replicas: number; readonly template: GangPods }>
    >;
  }
>;

/** @see https://docs.ray.io/en/latest/cluster/kubernetes/getting-started/rayjob-quick-start.html */
export type RayJob = Custom<
  "ray.io/v1",
  "RayJob",
  {
    readonly entrypoint: string;
    readonly shutdownAfterJobFinishes: boolean;
    readonly rayClusterSpec: RayClusterSpec;
  }
>;

/** @see https://github.com/ray-project/kuberay/blob/v1.7.0/docs/reference/api.md#raycluster */
export type RayCluster = Custom<"ray.io/v1", "RayCluster", RayClusterSpec>;

export interface RayClusterSpec {
  readonly rayVersion: string;
  readonly headGroupSpec: {
    readonly rayStartParams: Readonly<Record<string, string>>;
    readonly template: GangPods;
  };
  readonly workerGroupSpecs: readonly {
    readonly groupName: string;
    readonly replicas: number;
    readonly minReplicas: number;
    readonly maxReplicas: number;
    readonly rayStartParams: Readonly<Record<string, string>>;
    readonly template: GangPods;
  }[];
}

/** @see https://lws.sigs.k8s.io/docs/reference/leaderworkerset.v1/ */
export type LeaderWorkerSet = Custom<
  "leaderworkerset.x-k8s.io/v1",
  "LeaderWorkerSet",
  {
    readonly replicas: number;
    readonly leaderWorkerTemplate: {
      readonly size: number;
      readonly restartPolicy: "RecreateGroupOnPodRestart";
      readonly workerTemplate: GangPods;
    };
  }
>;

/** A job of several pods that start together. */
export type GangResource = JobSet | LeaderWorkerSet | MpiJob | RayCluster | RayJob | TrainingRuntime | TrainJob;
