import type { KubeletConfig } from "./kubelet";
import type { ResolvedFabric } from "../fabrics/fabric";
import type { InstanceType } from "../facts/instance-types";
import type { Allocation } from "../gpu/allocation";
import type { DriverOwner } from "../gpu/driver";
import type { ResolvedGpus } from "../gpu/gpus";
import type { ResolvedTuning } from "../tuning/tuning";
import type { ResolvedSharing } from "../sharing/sharing";
import type { ResolvedImage } from "../sites/aws-eks/images/resolve";
import type { ExistingMachine, MachineNic } from "./existing/machine";
import type { DeviceClaim } from "./whole-node";
import type { AwsMachines, ResolvedNodeGroup } from "../sites/aws-eks/nodes/node-group";

/** What is known of a machine, wherever it stands. */
export type Hardware = Pick<InstanceType, "vcpus" | "memoryMiB" | "arch" | "gpu" | "mig" | "nvlink" | "nvme">;

/** Keeps pods off nodes that do not tolerate it. */
export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
}

/** Keeps pods without a GPU off GPU nodes. Every DaemonSet of Railyard tolerates it. */
export const GPU_TAINT: Taint = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" };

/** How many nodes, and who decides on it. */
export interface PoolCount {
  readonly min: number;
  /** Size at which everything is counted: GPUs, addresses, money. */
  readonly max: number;
  /** Size at creation. */
  readonly initial: number;
  /**
   * - `terraform`: the number in config is kept.
   * - `autoscaler`: something in the cluster chooses within the range; Terraform leaves it alone.
   * - `schedule`: all nodes in the hours of the schedule, none otherwise.
   * - `block`: the Capacity Block's window decides.
   */
  readonly owner: "terraform" | "autoscaler" | "schedule" | "block";
  /** Capacity Block only: where `now` stands to its window. */
  readonly window: "before" | "open" | "over" | null;
}

/** Where devices of equal hosts are. */
export interface HostPlaces extends Pick<ExistingMachine, "gpuPci" | "numa"> {
  /** Compute cards. */
  readonly nics: readonly Pick<MachineNic, "pci" | "netdev" | "links" | "gpus">[];
}

/** Nodes that are in the cluster already, and that somebody else looks after. */
export interface ExistingNodes {
  readonly kind: "existing";
  /** Threads of a core. @default - what CPUs of the architecture have in EC2 */
  readonly threadsPerCore?: 1 | 2;
  /** Where devices are on each host, as far as config tells it. @default - nowhere */
  readonly places?: HostPlaces;
  /** Folder of the hosts that is scratch space of jobs. @default - one of the kubelet */
  readonly scratch?: string;
}

/** Equal nodes, on any site. What only one site knows of them is in `machines`, told apart by its kind. */
export interface ResolvedPool<Machines extends AwsMachines | ExistingNodes = AwsMachines | ExistingNodes> {
  readonly name: string;
  /** What people call its machines: `p5.48xlarge`. */
  readonly machineType: string;
  readonly hardware: Hardware;
  readonly fabric: ResolvedFabric;
  readonly gpus: ResolvedGpus | null;
  readonly sharing: ResolvedSharing;
  /** Who hands its GPUs and devices of its fabric to pods. */
  readonly allocation: Allocation;
  /** Who brings the NVIDIA driver; of no matter without GPUs. */
  readonly driver: DriverOwner;
  readonly count: PoolCount;
  /** Labels by which pods find the nodes. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Extended resources that a pod of a whole node asks for. */
  readonly podResources: Readonly<Record<string, string>>;
  /** Devices that such a pod claims beside them. */
  readonly deviceClaims: readonly DeviceClaim[];
  /** Whether the GDRCopy module is loaded on the nodes. */
  readonly gdrcopy: boolean;
  readonly localStorage: "raid0" | "raid10" | "mount" | "none";
  /** Nodes of one NVLink domain that spans nodes; null: NVLink ends at the node. */
  readonly nvlinkDomainNodes: number | null;
  /** Images that wait on its nodes. @default - none */
  readonly prePull?: readonly string[];
  /** Whether its nodes take no pod before checks of them have passed. @default false */
  readonly startupChecks?: boolean;
  /** What its kubelets do about NUMA nodes. @default - what kubelets do by themselves */
  readonly kubelet?: KubeletConfig;
  /** How the hosts are set up beyond their image; null: not at all. */
  readonly tuning: ResolvedTuning | null;
  readonly machines: Machines;
}

/** Whether AWS starts the machines: a node group of EKS. */
export const isNodeGroup = (pool: ResolvedPool): pool is ResolvedNodeGroup => pool.machines.kind === "aws";

/** Image that the machines boot; null: they are there, and who looks after them knows. */
export const imageOf = ({ machines }: ResolvedPool): ResolvedImage | null =>
  machines.kind === "aws" ? machines.image : null;
