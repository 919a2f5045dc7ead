import type { ResourceRequirements, Toleration } from "kubernetes-types/core/v1";
import type { RecordingGroup, RuleGroup } from "../platform/prometheus-rules";
import type { PodSpec } from "./objects";
import type { Written } from "./written";

/** Of a custom resource only what Railyard writes: a key that is not here is not sent by mistake. */
export interface Custom<ApiVersion extends string, Kind extends string, Spec> {
  readonly apiVersion: ApiVersion;
  readonly kind: Kind;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: Spec;
}

/** @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PrometheusRule */
export type PrometheusRule = Custom<
  "monitoring.coreos.com/v1",
  "PrometheusRule",
  { readonly groups: readonly (RuleGroup | RecordingGroup)[] }
>;

/** @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PodMonitor */
export type PodMonitor = Custom<
  "monitoring.coreos.com/v1",
  "PodMonitor",
  {
    /** @default - its own namespace */
    readonly namespaceSelector?: { readonly any: true };
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    /** Of one pod: more, and none of them is taken. */
    readonly sampleLimit: number;
    readonly podMetricsEndpoints: readonly {
      readonly port: string;
      readonly path: string;
      readonly relabelings: readonly Relabeling[];
      readonly metricRelabelings: readonly Relabeling[];
    }[];
  }
>;

/** @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor */
export type ServiceMonitor = Custom<
  "monitoring.coreos.com/v1",
  "ServiceMonitor",
  {
    readonly namespaceSelector: { readonly matchNames: readonly string[] };
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    /** Of one target: more, and none of them is taken. */
    readonly sampleLimit: number;
    readonly endpoints: readonly {
      readonly port: string;
      readonly path: string;
      readonly scheme: "https";
      readonly bearerTokenFile: string;
      readonly tlsConfig: { readonly caFile: string; readonly serverName: string };
      readonly relabelings: readonly Relabeling[];
      readonly metricRelabelings: readonly Relabeling[];
    }[];
  }
>;

interface Relabeling {
  readonly sourceLabels?: readonly string[];
  readonly regex?: string;
  readonly targetLabel?: string;
  readonly replacement?: string;
  readonly action: "replace" | "keep" | "drop";
}

/** Since Kubernetes 1.34. @see https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/resource-claim-template-v1/ */
export type ResourceClaimTemplate = Custom<
  "resource.k8s.io/v1",
  "ResourceClaimTemplate",
  { readonly spec: { readonly devices: { readonly requests: readonly DeviceRequest[] } } }
>;

interface DeviceRequest {
  readonly name: string;
  readonly exactly: { readonly deviceClassName: string } & (
    | { readonly allocationMode: "All" }
    | { readonly allocationMode: "ExactCount"; readonly count: number }
  );
}

/** @see https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/api/nvidia.com/resource/v1beta1/computedomain.go */
export type ComputeDomain = Custom<
  "resource.nvidia.com/v1beta1",
  "ComputeDomain",
  {
    readonly numNodes: number;
    readonly channel: { readonly allocationMode: "All"; readonly resourceClaimTemplate: { readonly name: string } };
  }
>;

/** A key of a Secret, which the operator makes where it is not there. */
interface GeneratedSecret {
  readonly name: string;
  readonly key: string;
  readonly generate: true;
}

/** @see https://github.com/mariadb-operator/mariadb-operator/blob/26.6.0/api/v1alpha1/mariadb_types.go */
export type MariaDB = Custom<
  "k8s.mariadb.com/v1alpha1",
  "MariaDB",
  {
    readonly image: string;
    readonly rootPasswordSecretKeyRef: GeneratedSecret;
    readonly username: string;
    readonly database: string;
    readonly passwordSecretKeyRef: GeneratedSecret;
    readonly storage: { readonly size: string; readonly storageClassName: string };
    readonly resources: Written<ResourceRequirements>;
    readonly priorityClassName: string;
    /** What is left out has the operator's own value. */
    readonly startupProbe: { readonly failureThreshold: number };
    readonly myCnf: string;
    readonly nodeSelector: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Written<Toleration>[];
  }
>;

/** Of a SQL object: the server that it is on, and whether it goes from there when the object goes. */
interface SqlObject {
  readonly mariaDbRef: { readonly name: string };
  readonly cleanupPolicy: "Skip" | "Delete";
}

/** @see https://github.com/mariadb-operator/mariadb-operator/blob/v26.6.0/api/v1alpha1/user_types.go */
export type MariadbUser = Custom<
  "k8s.mariadb.com/v1alpha1",
  "User",
  SqlObject & {
    readonly name: string;
    readonly host: string;
    readonly passwordSecretKeyRef: { readonly name: string; readonly key: string };
    readonly maxUserConnections: number;
  }
>;

/** @see https://github.com/mariadb-operator/mariadb-operator/blob/v26.6.0/api/v1alpha1/grant_types.go */
export type MariadbGrant = Custom<
  "k8s.mariadb.com/v1alpha1",
  "Grant",
  SqlObject & {
    readonly username: string;
    readonly host: string;
    readonly privileges: readonly string[];
    readonly database: string;
    readonly table: string;
  }
>;

interface ScalingRules {
  readonly stabilizationWindowSeconds: number;
  readonly tolerance: string;
  readonly policies: readonly [{ readonly type: "Pods"; readonly value: number; readonly periodSeconds: number }];
}

/** @see https://github.com/kedacore/keda/blob/v2.20.2/apis/keda/v1alpha1/scaledobject_types.go */
export type ScaledObject = Custom<
  "keda.sh/v1alpha1",
  "ScaledObject",
  {
    readonly scaleTargetRef: {
      readonly apiVersion: "slinky.slurm.net/v1beta1";
      readonly kind: "NodeSet";
      readonly name: string;
    };
    readonly pollingInterval: number;
    readonly cooldownPeriod: number;
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly advanced: {
      readonly horizontalPodAutoscalerConfig: {
        readonly behavior: { readonly scaleUp: ScalingRules; readonly scaleDown: ScalingRules };
      };
    };
    readonly triggers: readonly [
      {
        readonly type: "prometheus";
        readonly metricType: "AverageValue";
        readonly metadata: Readonly<
          Record<"serverAddress" | "query" | "threshold" | "activationThreshold" | "ignoreNullValues", string>
        >;
      },
    ];
  }
>;

interface TrainerJob {
  readonly name: string;
  readonly dependsOn?: readonly { readonly name: string; readonly status: "Ready" | "Complete" }[];
  readonly template: {
    readonly metadata?: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: TrainerJobSpec;
  };
}

export interface TrainerJobSpec {
  readonly backoffLimit: number;
  readonly template: {
    readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: PodSpec;
  };
}

/** Exactly one way in which the pods of a runtime become one program. */
type TrainerPolicy =
  | {
      readonly mpi: {
        readonly numProcPerNode: number;
        readonly mpiImplementation: "OpenMPI";
        readonly sshAuthMountPath: string;
        readonly runLauncherAsNode: boolean;
      };
    }
  | { readonly torch: Readonly<Record<never, never>> };

/** @see https://www.kubeflow.org/docs/components/trainer/operator-guides/runtime/ */
export type TrainingRuntime = Custom<
  "trainer.kubeflow.org/v1alpha1",
  "TrainingRuntime",
  {
    readonly mlPolicy: { readonly numNodes: number } & TrainerPolicy;
    readonly template: {
      readonly spec: {
        readonly network?: { readonly publishNotReadyAddresses: boolean };
        readonly successPolicy?: { readonly operator: "All"; readonly targetReplicatedJobs: readonly string[] };
        readonly replicatedJobs: readonly TrainerJob[];
      };
    };
  }
>;

/** @see https://www.kubeflow.org/docs/components/trainer/ */
export type TrainJob = Custom<
  "trainer.kubeflow.org/v1alpha1",
  "TrainJob",
  {
    readonly runtimeRef: {
      readonly apiGroup: "trainer.kubeflow.org";
      readonly kind: "TrainingRuntime";
      readonly name: string;
    };
    /** Over what the runtime says. */
    readonly trainer?: { readonly numNodes: number; readonly numProcPerNode: number };
  }
>;

export type CustomResource =
  | ComputeDomain
  | ScaledObject
  | MariaDB
  | MariadbGrant
  | MariadbUser
  | PodMonitor
  | ServiceMonitor
  | PrometheusRule
  | ResourceClaimTemplate
  | TrainingRuntime
  | TrainJob;
