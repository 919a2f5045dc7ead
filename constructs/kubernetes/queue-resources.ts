import type { Toleration } from "kubernetes-types/core/v1";
import type { Written } from "./written";

/** Of Kueue's kinds what Railyard writes. Most of them are no namespace's. @see https://kueue.sigs.k8s.io/docs/reference/kueue.v1beta2/ */
interface Queue<Kind extends string, Content> {
  readonly apiVersion: "kueue.x-k8s.io/v1beta2";
  readonly kind: Kind;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Content;
}

export type KueueTopology = Queue<"Topology", { readonly levels: readonly { readonly nodeLabel: string }[] }>;

export type ResourceFlavor = Queue<
  "ResourceFlavor",
  {
    readonly nodeLabels: Readonly<Record<string, string>>;
    readonly tolerations?: readonly Written<Toleration>[];
    readonly topologyName?: string;
  }
>;

interface FlavorQuotas {
  readonly name: string;
  readonly resources: readonly {
    readonly name: string;
    readonly nominalQuota: number;
    readonly borrowingLimit?: number;
  }[];
}

export type ClusterQueue = Queue<
  "ClusterQueue",
  {
    readonly cohortName?: string;
    readonly namespaceSelector: {
      readonly matchLabels?: Readonly<Record<string, string>>;
      readonly matchExpressions?: readonly {
        readonly key: string;
        readonly operator: "In";
        readonly values: readonly string[];
      }[];
    };
    readonly queueingStrategy: "BestEffortFIFO";
    readonly resourceGroups: readonly {
      readonly coveredResources: readonly string[];
      readonly flavors: readonly FlavorQuotas[];
    }[];
    readonly preemption: {
      readonly withinClusterQueue: "LowerPriority";
      readonly reclaimWithinCohort?: "Any";
    };
    readonly fairSharing?: { readonly weight: string };
    readonly admissionScope?: { readonly admissionMode: "UsageBasedAdmissionFairSharing" };
  }
>;

export interface LocalQueue {
  readonly apiVersion: "kueue.x-k8s.io/v1beta2";
  readonly kind: "LocalQueue";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly clusterQueue: string; readonly fairSharing?: { readonly weight: string } };
}

export interface WorkloadPriorityClass {
  readonly apiVersion: "kueue.x-k8s.io/v1beta2";
  readonly kind: "WorkloadPriorityClass";
  readonly metadata: { readonly name: string };
  readonly value: number;
  readonly description: string;
}

export type QueueResource = KueueTopology | ResourceFlavor | ClusterQueue | LocalQueue | WorkloadPriorityClass;
