import { nodeResources } from "./node-resources";
import { isForGpuJobs } from "./partitions";
import { sampleNodes, type SampleNode } from "./sample-nodes";
import { gresOf, type SlurmLayout, type SlurmNodeGroupProps } from "./slurm-types";

/**
 * Jobs that must start on the sample nodes, and with `!` such that must not: arguments of sbatch, one job a line.
 */
export function jobChecks(layout: SlurmLayout): string[] {
  const nodes = sampleNodes(layout);
  return layout.partitions.flatMap((partition) => {
    const group = layout.nodeGroups.find((g) => g.name === partition.nodeGroups[0]);
    if (!group) return [];
    const count = nodes.filter((n) => n.group === group.name).length;
    const on = `-p ${partition.name} -C ${group.name}`;
    if (partition.cpusPerNode !== undefined) {
      return [`${on} -N1 -n1`, `${on} -N1 -n${partition.cpusPerNode}`, `!${on} -N1 -n${partition.cpusPerNode + 2}`];
    }
    if (!group.gpus)
      return [`${on} -N1 -n1`, `${on} -N1 -n${nodeResources(group).cpus}`, `!${on} -N1 -n${group.vcpus}`];
    const gres = gresOf(group);
    const gpus = gres.reduce((sum, each) => sum + each.count, 0);
    return [
      ...gres.map(({ type, count: all }) => `${on} -N1 --gpus-per-node=${type}:${all}`),
      `${on} -N1 --gpus=1`,
      ...(count > 1 ? [`${on} -N2 --gpus-per-node=${gpus} --ntasks-per-node=${gpus}`] : []),
      ...gres.map(({ type, count: all }) => `!${on} -N1 --gpus-per-node=${type}:${all + 1}`),
      ...shardJobs(group, on),
      `!${on} -N1 --gpus-per-node=nosuchgpu:1`,
      ...segments(partition.nodeGroups, nodes, layout, `-p ${partition.name} --gpus-per-node=${gpus}`),
      ...(isForGpuJobs(partition, layout) ? [`!${on} -N1`, `!${on} -N1 --exclusive`] : []),
    ];
  });
}

/** Jobs that share GPUs: as many shards as one has, and not one more, for a job does not have those of two. */
function shardJobs(group: SlurmNodeGroupProps, on: string): string[] {
  const perGpu = group.parts?.shardsPerGpu ?? 0;
  if (perGpu === 0) return [];
  return [`${on} -N1 --gres=shard:1`, `${on} -N1 --gres=shard:${perGpu}`, `!${on} -N1 --gres=shard:${perGpu + 1}`];
}

/** Jobs over several NVLink domains, in parts that do not leave theirs: half of the sample nodes of each fit, and more do not. */
function segments(names: readonly string[], nodes: readonly SampleNode[], layout: SlurmLayout, on: string): string[] {
  const domains = layout.nodeGroups.filter((g) => names.includes(g.name) && g.nvlinkDomainNodes !== null);
  const sizes = domains.map(({ name }) => nodes.filter(({ group }) => group === name).length);
  const smallest = Math.min(...sizes);
  if (domains.length < 2 || domains.length < names.length || smallest < 2) return [];
  return [
    `${on} -N${sizes.length * smallest} --segment=${smallest}`,
    `!${on} -N${sizes.length * (smallest + 1)} --segment=${smallest + 1}`,
  ];
}
