import { timeLimit, type SlurmSettings } from "./conf-text";
import { nodeResources } from "./node-resources";
import type { SlurmLayout, SlurmNodeGroupProps, SlurmPartitionProps } from "./slurm-types";
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
        ...defaultsAndBilling(groups),
        ...nvlink(groups, layout),
      },
    };
  });
}

/**
 * What a job gets that says nothing of CPUs and memory: the share of its GPUs. Without these defaults two GPUs take all of
 * a node's memory, and eight come with one core. Usage counts GPUs, and in CPU partitions CPUs: a hundredth of a GPU each.
 */
function defaultsAndBilling(groups: readonly SlurmNodeGroupProps[]): SlurmSettings {
  const resources = groups.map(nodeResources);
  const gpu = resources.filter((r) => r.cpusPerGpu !== null);
  if (gpu.length === 0) {
    return {
      DefMemPerCPU: String(Math.min(...resources.map((r) => r.memoryPerCpuMiB))),
      TRESBillingWeights: "CPU=1,Mem=0",
    };
  }
  return {
    DefCpuPerGPU: String(Math.min(...gpu.map((r) => r.cpusPerGpu ?? Infinity))),
    DefMemPerGPU: String(Math.min(...gpu.map((r) => r.memoryPerGpuMiB ?? Infinity))),
    TRESBillingWeights: "CPU=0,Mem=0,GRES/gpu=100",
  };
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
