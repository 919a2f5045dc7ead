import type { InstanceType, InstanceTypeName } from "../../../facts/instance-types";
import type { ResolvedPool } from "../../../pools/pool";
import type { ResolvedCapacity } from "../capacity/resolve";
import type { ResolvedImage } from "../images/resolve";
import type { HybridPool } from "../hybrid/pool";
import type { NodeGroupConfig } from "./schema";

export type ResolvedPlacement =
  | { readonly kind: "none" }
  /** A cluster placement group made for this node group. */
  | { readonly kind: "own" }
  | { readonly kind: "named"; readonly name: string };

/** What user data does at first boot. */
export interface ResolvedBoot {
  readonly lustreClient: boolean;
  /** EFA interfaces to give to Lustre; 0 when the file system is reached over TCP, as it is from another zone. */
  readonly lustreEfaInterfaces: number;
  readonly gdrcopyModule: NodeGroupConfig["gdrcopyModule"];
  /** The driver pod of the DRA driver runs nvidia-imex itself; two of them block each other. */
  readonly maskImex: boolean;
  readonly script: string | null;
  /** Whether the node carries packets that are not its own: EC2's check of source and destination is switched off. @default false */
  readonly forwards?: true;
}

/** What Karpenter is told of a group. */
export interface KarpenterScaling {
  /** How long a node may be idle. */
  readonly idleMinutes: number;
}

/** Machines that EC2 starts, with all that is asked of it. */
export interface AwsMachines {
  readonly kind: "aws";
  readonly instanceType: InstanceTypeName;
  readonly capacity: ResolvedCapacity;
  readonly placement: ResolvedPlacement;
  /** Zones of the nodes; exactly one with a fabric that ends there. */
  readonly zones: readonly string[];
  readonly image: ResolvedImage;
  readonly rootVolumeGiB: number;
  /** Pods a node may run; null leaves the AMI's own figure. */
  readonly maxPods: number | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly boot: ResolvedBoot;
  readonly nodeadm: Readonly<Record<string, unknown>> | null;
  readonly maxUnavailable: number;
  readonly repair: NodeGroupConfig["repair"];
  /** Karpenter, where it starts and ends the nodes; null: the group is a managed node group of EKS. */
  readonly karpenter: KarpenterScaling | null;
  /** IPv4 addresses that one node takes: interfaces and pods. */
  readonly addressesPerNode: number;
}

/** A pool of machines that AWS starts: a node group of EKS. */
export interface ResolvedNodeGroup extends ResolvedPool<AwsMachines> {
  /** All that is known of its instance type. */
  readonly hardware: InstanceType;
}

/** Nodes of an environment in an account of AWS: a node group of EKS, or servers on premises. */
export type AwsPool = ResolvedNodeGroup | HybridPool;
