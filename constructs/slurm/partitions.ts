import { PARTITION_QOS } from "../../config/facts/slurm-qos";
import { timeLimit, type SlurmSettings } from "./conf-text";
import { nodeResources } from "./node-resources";
import {
  cpuShareOf,
  gresOf,
  shardsOf,
  type SlurmLayout,
  type SlurmNodeGroupProps,
  type SlurmPartitionProps,
} from "./slurm-types";
import { hasTopology, NVLINK_TOPOLOGY } from "./topology-yaml";

/** A partition line of slurm.conf. */
export interface Partition {
  readonly name: string;
  readonly nodeGroups: readonly string[];
  readonly settings: SlurmSettings;
}

/** `DEFAULT` is a keyword of slurm.conf, `ALL` one of its node lists; case does not matter. */
const RESERVED_NAMES = ["default", "all"];

/** The partitions, in the order given. */
export function partitions(layout: SlurmLayout): Partition[] {
  assertNames(layout);
  return layout.partitions.map((partition) => {
    const groups = groupsOf(partition, layout);
    return {
      name: partition.name,
      nodeGroups: groups.map((g) => g.name),
      settings: {
        // written out where it is NO too: the chart has a partition of its own that would say YES
        Default: partition.default ? "YES" : "NO",
        State: "UP",
        MaxTime: timeLimit(partition.maxHours),
        DefaultTime: timeLimit(Math.min(partition.defaultHours, partition.maxHours)),
        PriorityTier: String(partition.priority),
        ...defaultsAndBilling(partition, layout),
        ...nodeSharing(partition),
        ...(partition.cpusPerNode === undefined && nvlink(groups, layout)),
        ...denied(partition, layout),
      },
    };
  });
}

/** Billing of a GPU; a CPU of a CPU partition is a hundredth of it. */
export const GPU_BILLING = 100;

/**
 * Whether a partition is for jobs with GPUs alone: all its nodes have some, and it is not the share of CPU jobs on them. Jobs
 * that share a GPU ask for shards, and for no GPU.
 */
export function isForGpuJobs(partition: SlurmPartitionProps, layout: SlurmLayout): boolean {
  return (
    partition.cpusPerNode === undefined &&
    groupsOf(partition, layout).every((group) => group.gpus !== null && shardsOf(group) === 0)
  );
}

/**
 * Teams that may not use a partition. Those are named, and not those that may: accounts that administrators make by hand go on as
 * before. QOS cannot be named so: slurmctld does not start with one that is not there yet.
 */
function denied({ name }: SlurmPartitionProps, { teams }: SlurmLayout): SlurmSettings {
  const accounts = teams.filter(({ partitions: may }) => may && !may.includes(name));
  return accounts.length > 0 ? { DenyAccounts: accounts.map((team) => team.name).join(",") } : {};
}

/**
 * What a job gets that says nothing of CPUs and memory: the share of its GPUs. Without these defaults two GPUs take all of
 * a node's memory, and eight come with one core.
 */
function defaultsAndBilling(partition: SlurmPartitionProps, layout: SlurmLayout): SlurmSettings {
  const groups = groupsOf(partition, layout);
  const gpuGroups = groups.filter((group) => group.gpus !== null);
  const resources = (of: readonly SlurmNodeGroupProps[]) => of.map((g) => nodeResources(g, cpuShareOf(g, layout)));
  if (gpuGroups.length === 0 || partition.cpusPerNode !== undefined) {
    const memory = String(Math.min(...resources(groups).map((r) => r.memoryPerCpuMiB)));
    return {
      DefMemPerCPU: memory,
      // whoever asks for more memory gets, and pays for, the CPUs that it belongs to
      ...(partition.cpusPerNode !== undefined && {
        MaxMemPerCPU: memory,
        MaxCPUsPerNode: String(partition.cpusPerNode),
      }),
      TRESBillingWeights: gpuGroups.length === 0 ? "CPU=1,Mem=0" : `CPU=1,Mem=0,GRES/gpu=${GPU_BILLING}`,
    };
  }
  const gpu = resources(gpuGroups);
  return {
    DefCpuPerGPU: String(Math.min(...gpu.map((r) => r.cpusPerGpu ?? Infinity))),
    ...(gpuGroups.some((group) => shardsOf(group) > 0)
      ? // jobs with shards have no GPU whose part of the memory they could get
        { DefMemPerCPU: String(Math.min(...gpu.map((r) => r.memoryPerCpuMiB))) }
      : { DefMemPerGPU: String(Math.min(...gpu.map((r) => r.memoryPerGpuMiB ?? Infinity))) }),
    TRESBillingWeights: gpuBilling(gpuGroups),
    ...(isForGpuJobs(partition, layout) && { QOS: PARTITION_QOS }),
  };
}

/**
 * Usage counts GPUs, and CPUs and memory as the GPUs that they keep from others: with `PriorityFlags=MAX_TRES` the dearest
 * of the three. A whole node costs its GPUs and no more, whatever else is asked for, so weights are rounded down.
 */
function gpuBilling(groups: readonly SlurmNodeGroupProps[]): string {
  const perNode = groups.map((g) => ({ ...nodeResources(g), billing: (g.gpus?.count ?? 0) * GPU_BILLING }));
  const down = (weights: readonly number[]) => Math.floor(Math.min(...weights) * 10_000) / 10_000;
  const cpu = down(perNode.map(({ billing, cpus }) => billing / cpus));
  const memory = down(perNode.map(({ billing, memoryMiB }) => billing / (memoryMiB / 1024)));
  return [`CPU=${cpu}`, `Mem=${memory}G`, ...gresBilling(groups)].join(",");
}

/** A part of a GPU costs its part: an instance by its type, a shard as one of those of a GPU. */
function gresBilling(groups: readonly SlurmNodeGroupProps[]): string[] {
  const down = (weight: number) => Math.floor(weight * 10_000) / 10_000;
  const all = groups.flatMap(gresOf);
  const shards = groups.flatMap(({ parts }) => (parts && parts.shardsPerGpu > 0 ? [parts.shardsPerGpu] : []));
  const parts = new Map(all.filter(({ share }) => share < 1).map(({ type, share }) => [type, share]));
  // a job that names no type has one of the smallest at least
  const least = down(GPU_BILLING * Math.min(...all.map(({ share }) => share)));
  return [
    `GRES/gpu=${least}`,
    ...(new Set(all.map(({ share }) => share)).size > 1
      ? all
          .filter(({ type }, at) => all.findIndex((one) => one.type === type) === at)
          .map(({ type }) => `GRES/gpu:${type}=${down(GPU_BILLING * (parts.get(type) ?? 1))}`)
      : []),
    ...(shards.length > 0 ? [`GRES/shard=${down(GPU_BILLING / Math.max(...shards))}`] : []),
  ];
}

/**
 * Written as releases since 22.05 read it; 26.05 has another key for both, too.
 * @see https://slurm.schedmd.com/slurm.conf.html#OPT_ExclusiveUser
 */
function nodeSharing({ nodeSharing: who }: SlurmPartitionProps): SlurmSettings {
  if (who === "none") return { OverSubscribe: "EXCLUSIVE" };
  return who === "user" ? { ExclusiveUser: "YES" } : {};
}

/** An NVLink domain is one machine: jobs take whole nodes, placed by block. */
function nvlink(groups: readonly SlurmNodeGroupProps[], layout: SlurmLayout): SlurmSettings {
  if (!hasTopology(layout) || !groups.every((g) => g.nvlinkDomainNodes !== null)) return {};
  return { OverSubscribe: "EXCLUSIVE", Topology: NVLINK_TOPOLOGY };
}

function groupsOf(partition: SlurmPartitionProps, { nodeGroups }: SlurmLayout): SlurmNodeGroupProps[] {
  return partition.nodeGroups.map((name) => {
    const group = nodeGroups.find((g) => g.name === name);
    if (group) return group;
    throw new Error(
      `partition "${partition.name}" names the node group "${name}"; there are: ${nodeGroups.map((g) => g.name).join(", ") || "none"}`,
    );
  });
}

function assertNames({ nodeGroups, partitions }: SlurmLayout): void {
  for (const { name } of [...nodeGroups, ...partitions]) {
    if (RESERVED_NAMES.includes(name.toLowerCase())) {
      throw new Error(`"${name}" is a keyword of slurm.conf: give the node group or partition another name`);
    }
  }
  const defaults = partitions.filter((p) => p.default).map((p) => p.name);
  if (defaults.length > 1) {
    throw new Error(`one partition can be the default, but ${defaults.join(" and ")} are: set default on one`);
  }
  if (partitions.length === 0) throw new Error("Slurm needs at least one partition");
}
