import type { NodeTaint } from "../core/node-taint";

/** Of Karpenter's kinds what Railyard writes. All of them are of the cluster, in no namespace. */
interface Karpenters<ApiVersion extends string, Kind extends string, Spec> {
  readonly apiVersion: ApiVersion;
  readonly kind: Kind;
  readonly metadata: { readonly name: string };
  readonly spec: Spec;
}

/** What a label of a node must be. */
export interface NodeRequirement {
  readonly key: string;
  readonly operator: "In";
  readonly values: readonly string[];
}

interface ById {
  readonly id: string;
}

/** @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/apis/crds/karpenter.k8s.aws_ec2nodeclasses.yaml */
export type EC2NodeClass = Karpenters<
  "karpenter.k8s.aws/v1",
  "EC2NodeClass",
  {
    readonly amiFamily: "AL2023";
    readonly amiSelectorTerms: readonly [{ readonly alias: string } | ById];
    readonly role: string;
    readonly subnetSelectorTerms: readonly ById[];
    readonly securityGroupSelectorTerms: readonly ById[];
    readonly associatePublicIPAddress: false;
    readonly capacityReservationSelectorTerms?: readonly [ById];
    readonly placementGroupSelector?: { readonly name: string };
    readonly networkInterfaces?: readonly {
      readonly networkCardIndex: number;
      readonly deviceIndex: number;
      readonly interfaceType: "interface" | "efa-only";
    }[];
    readonly blockDeviceMappings: readonly {
      readonly deviceName: string;
      readonly rootVolume: true;
      readonly ebs: {
        readonly volumeSize: string;
        readonly volumeType: "gp3";
        readonly encrypted: true;
        readonly deleteOnTermination: true;
      };
    }[];
    readonly instanceStorePolicy?: "RAID0";
    readonly kubelet: { readonly maxPods: number };
    readonly metadataOptions: {
      readonly httpEndpoint: "enabled";
      readonly httpTokens: "required";
      readonly httpPutResponseHopLimit: number;
      readonly httpProtocolIPv6: "disabled";
    };
    readonly userData: string;
    readonly tags: Readonly<Record<string, string>>;
  }
>;

/** How many nodes may be taken away at one time, and why. */
export interface DisruptionBudget {
  /** A number, or a share such as `100%`. */
  readonly nodes: string;
  readonly reasons: readonly ("Underutilized" | "Empty" | "Drifted")[];
}

/** @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/apis/crds/karpenter.sh_nodepools.yaml */
export type NodePool = Karpenters<
  "karpenter.sh/v1",
  "NodePool",
  {
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: {
        readonly nodeClassRef: {
          readonly group: "karpenter.k8s.aws";
          readonly kind: "EC2NodeClass";
          readonly name: string;
        };
        readonly requirements: readonly NodeRequirement[];
        readonly taints?: readonly NodeTaint[];
        readonly startupTaints?: readonly NodeTaint[];
        readonly expireAfter: "Never";
      };
    };
    readonly limits: { readonly nodes: string; readonly cpu: string };
    readonly disruption: {
      readonly consolidationPolicy: "WhenEmpty";
      /** `10m`, or `Never`. */
      readonly consolidateAfter: string;
      readonly budgets: readonly DisruptionBudget[];
    };
  }
>;

/** @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/apis/crds/karpenter.sh_nodeoverlays.yaml */
export type NodeOverlay = Karpenters<
  "karpenter.sh/v1alpha1",
  "NodeOverlay",
  { readonly requirements: readonly NodeRequirement[]; readonly capacity: Readonly<Record<string, string>> }
>;

export type KarpenterResource = EC2NodeClass | NodePool | NodeOverlay;
