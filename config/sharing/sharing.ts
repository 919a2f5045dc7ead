import type { z } from "zod";
import type { Rule } from "../kernel/rule";
import type { GpuForm } from "../facts/gpu-pci";
import type { ResolvedGpus } from "../gpu/gpus";
import type { WrittenSharing } from "./schema";

/** What pods ask for to get a GPU or a part of it. */
export interface GpuOffer {
  /** Extended resource of Kubernetes: `nvidia.com/gpu`, `nvidia.com/mig-1g.10gb`. */
  readonly resource: string;
  /** How many of them each GPU makes. */
  readonly perGpu: number;
  /** What one of them is of a GPU, 0 to 1: all that a GPU offers make 1. */
  readonly share: number;
}

/** GPUs, or parts of them, that Slurm counts one by one. */
export interface SlurmGres {
  /** `h100`, or the profile of a MIG instance: `1g.10gb`. */
  readonly type: string;
  /** How many a node has. */
  readonly count: number;
  /** What one of them is of a GPU, 0 to 1. */
  readonly share: number;
}

/** How Slurm hands out the GPUs of a node. */
export interface SlurmSharing {
  readonly gres: readonly SlurmGres[];
  /** Jobs that may share each GPU without anything between them, by shards; 0: none. */
  readonly shardsPerGpu: number;
  /** Whether instances are listed on the node itself: nothing in Slurm's images finds them. */
  readonly listed: boolean;
}

/** What works on the GPUs of a node: one kind of them at a time. */
export type GpuWorkload = "container" | "vm-passthrough" | "vm-vgpu";

/** What is not measured any more, or means something else, beside what whole GPUs tell. */
export interface LostMetrics {
  /** Metrics of DCGM that are gone or wrong; `all`: nothing is measured. */
  readonly metrics: readonly string[] | "all";
  readonly why: string;
}

/** Instances into which every GPU of a node is cut. */
export interface GpuLayout {
  /** Value of the label nvidia.com/mig.config. */
  readonly name: string;
  /** Whether the MIG manager makes it from what it finds on the node; false: it must be told. */
  readonly known: boolean;
  readonly slices: Readonly<Record<string, number>>;
  /** PCI device ids of the GPUs, without the vendor; empty: not known. */
  readonly pciDeviceIds: readonly string[];
}

/** Licensed software that its licensee brings: only names are in config. */
export interface VgpuSoftware {
  readonly manager: { readonly repository: string; readonly version: string; readonly pullSecret?: string | undefined };
  /** Secret with the token of the licence. */
  readonly licenseSecret: string;
}

/** A device of hosts that KubeVirt lets virtual machines have. */
export interface MachineDevice {
  /** Extended resource of Kubernetes by which machines ask for it. */
  readonly resource: string;
  /** PCI vendor and device (`10de:2330`), or the name of a mediated device (`NVIDIA L40S-12Q`). */
  readonly selector: string;
  /** Who counts it and hands it out. */
  readonly by: "device-plugin" | "kubevirt";
}

/** What virtual machines on nodes of a group can have. */
export interface MachineDevices {
  /** Null: it is not known as what the GPUs are offered. */
  readonly gpu: MachineDevice | null;
  /** What it is of a GPU, 0 to 1; null: how much memory the GPU has is not known. */
  readonly gpuShare: number | null;
  /** Virtual functions of network cards; null: none. */
  readonly nic: MachineDevice | null;
}

/** How pods share the GPUs of a group, as everything that is not the kind's own reads it. */
export interface ResolvedSharing {
  /** Word of config. */
  readonly kind: string;
  /** As config says it. */
  readonly config: WrittenSharing;
  /** Whether each GPU is one pod's alone. */
  readonly whole: boolean;
  /** Pods that one GPU serves in turns or at one time; null: how many depends on the GPU, and it is not known. */
  readonly podsPerGpu: number | null;
  /** What a GPU offers to containers; empty: nothing, or it is not known. */
  readonly offers: readonly GpuOffer[];
  /** How Slurm hands them out; a text: why it cannot. */
  readonly slurm: SlurmSharing | string;
  readonly workload: GpuWorkload;
  /** Configuration of the device plugin: its name, which a label of the nodes gives, and its text. */
  readonly plugin: { readonly name: string; readonly text: string };
  /** Labels that the nodes need beside that of the device plugin. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether the MIG manager cuts the GPUs. */
  readonly cutsGpus: boolean;
  /** How the MIG manager cuts each GPU; null: it does not, or the layout is none of the GPU. */
  readonly layout: GpuLayout | null;
  /** Whether it is a setting of the device plugin alone: dynamic allocation knows nothing of it. */
  readonly needsDevicePlugin: boolean;
  /** vGPU manager of the hosts and licence of the guests. @default - no vGPUs */
  readonly vgpu?: VgpuSoftware;
  /** What virtual machines can have. @default - GPUs are for containers */
  readonly machineDevices?: MachineDevices;
  /** Null: all that whole GPUs tell is told. */
  readonly lost: LostMetrics | null;
}

/** What a kind knows of the pool that it resolves. */
export interface SharedPool {
  /** Null: no GPU of NVIDIA. */
  readonly gpus: ResolvedGpus | null;
  /** How the GPUs sit in their server. @default - not known */
  readonly form?: GpuForm | null;
  /** Whether a partition of Slurm has its nodes: then slurmd's pod takes every GPU, and Slurm shares them. */
  readonly inSlurm: boolean;
}

/** A way to share GPUs: one folder, and one row in `config/sharing/kinds.ts`. */
export interface SharingKind<Schema extends z.ZodObject = z.ZodObject> {
  /** Value of `sharing.kind` in config. */
  readonly kind: string;
  readonly schema: Schema;
  // a method: each kind takes its own schema's output
  resolve(written: z.output<Schema>, pool: SharedPool): Omit<ResolvedSharing, "kind" | "config">;
  readonly rules: readonly Rule[];
}

/** Resource of whole GPUs, and of equal parts that bear no other name. */
export const GPU_RESOURCE = "nvidia.com/gpu";

/** What Slurm hands out of whole GPUs. */
export const wholeGres = ({ gpus }: SharedPool): SlurmSharing => ({
  gres: gpus ? [{ type: gpus.type, count: gpus.count, share: 1 }] : [],
  shardsPerGpu: 0,
  listed: false,
});

/** @see https://github.com/NVIDIA/k8s-device-plugin#configuration-option-details */
export const pluginText = (migStrategy: string, sharing = ""): string =>
  `version: v1\nflags:\n  migStrategy: ${migStrategy}\n${sharing}`;
