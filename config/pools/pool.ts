import type { InstanceType } from "../facts/instance-types";
import type { ResolvedFabric } from "../fabrics/fabric";
import type { ResolvedNodes } from "../sites/aws-eks/nodes/node-counts";
import type { ResolvedImage } from "../sites/aws-eks/images/resolve";
import type { ResolvedGpus } from "../gpu/gpus";
import type { ResolvedBoot, ResolvedNodeGroup, Taint } from "../sites/aws-eks/nodes/resolve";
import type { ResolvedSharing } from "../sharing/sharing";

/** What is known of a machine, wherever it stands. */
export type Hardware = Pick<InstanceType, "vcpus" | "memoryMiB" | "arch" | "gpu" | "mig" | "nvlink" | "nvme">;

/** Equal nodes, on any site: all that Slurm and the platform know of them. */
export interface Pool {
  readonly name: string;
  /** What people call its machines: `p5.48xlarge`. */
  readonly machineType: string;
  readonly facts: Hardware;
  readonly fabric: ResolvedFabric;
  readonly gpus: ResolvedGpus | null;
  readonly sharing: ResolvedSharing;
  readonly nodes: ResolvedNodes;
  /** Labels by which pods find the nodes. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** What a pod that takes a whole node asks for. */
  readonly podResources: Readonly<Record<string, string>>;
  /** What drivers find on the nodes. */
  readonly boot: Pick<ResolvedBoot, "gdrcopyModule" | "maskImex">;
  readonly localStorage: "raid0" | "raid10" | "mount" | "none";
  /** Nodes of one NVLink domain that spans nodes; null: NVLink ends at the node. */
  readonly nvlinkDomainNodes: number | null;
}

/** Nodes that are in the cluster already, and that somebody else looks after. */
export interface ExistingNodes extends Pool {
  readonly machines: "existing";
}

/** A pool: what its machines are says what else is known of it. Those of AWS are node groups of EKS. */
export type ResolvedPool = ResolvedNodeGroup | ExistingNodes;

/** Image that the machines boot; null: they are there, and who looks after them knows. */
export const imageOf = (pool: ResolvedPool): ResolvedImage | null => (pool.machines === "aws" ? pool.image : null);
