import type { ResolvedEnvironment } from "../config/resolve";
import type { ResolvedNodeGroup } from "../config/resolve/node-groups";
import { EFA_HUGEPAGES_MIB } from "../config/resolve/gres";
import type { SlurmLayout, SlurmNodeGroupProps } from "../constructs/slurm/slurm-types";

/** Claim of the environment's file system in every namespace, and where jobs find it. */
export const SHARED_VOLUME = { claimName: "lustre", mountPath: "/fsx" } as const;

/** Slurm of an environment, as its constructs take it; null where there is none. */
export function slurmLayout(env: ResolvedEnvironment): SlurmLayout | null {
  if (!env.slurm) return null;
  return {
    nodeGroups: env.nodeGroups.map(slurmNodeGroup),
    partitions: Object.entries(env.slurm.partitions).map(([name, partition]) => ({ name, ...partition })),
    teams: Object.entries(env.teams).map(([name, { share, gpus, users }]) => ({
      name,
      share,
      users,
      ...(gpus !== undefined && { gpus }),
    })),
    shared: env.lustre ? SHARED_VOLUME : null,
  };
}

function slurmNodeGroup(group: ResolvedNodeGroup): SlurmNodeGroupProps {
  const { facts, fabric, gpus, nodes } = group;
  const efa = fabric.kind === "efa";
  return {
    name: group.name,
    vcpus: facts.vcpus,
    threadsPerCore: facts.arch === "arm64" ? 1 : 2,
    memoryMiB: facts.memoryMiB,
    gpus: gpus && { type: gpus.type, count: gpus.count },
    efaDevices: efa ? fabric.efaDevices : 0,
    hugepagesMiB: efa ? EFA_HUGEPAGES_MIB : 0,
    nvmeScratch: group.localStorage === "raid0" || group.localStorage === "raid10",
    maxNodes: nodes.max,
    placement: nodes.owner === "autoscaler" ? "on-demand" : "every-node",
    taints: group.taints,
    topologyLayers: efa ? facts.topologyLayers : null,
    nvlinkDomainNodes: facts.nvlink?.multiNode ? ultraServerNodes(nodes.max) : null,
  };
}

/**
 * Nodes of a P6e UltraServer: 18 (u-p6e-gb200x72), or 9 (u-p6e-gb200x36) where the group is no multiple of 18.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html
 */
const ultraServerNodes = (nodes: number) => (nodes % 18 === 0 ? 18 : 9);
