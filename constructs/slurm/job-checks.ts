import { nodeResources } from "./node-resources";
import { isForGpuJobs } from "./partitions";
import { sampleNodes, type SampleNode } from "./sample-nodes";
import type { SlurmLayout } from "./slurm-types";

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
    const { type, count: gpus } = group.gpus;
    return [
      `${on} -N1 --gpus-per-node=${type}:${gpus}`,
      `${on} -N1 --gpus=1`,
      ...(count > 1 ? [`${on} -N2 --gpus-per-node=${gpus} --ntasks-per-node=${gpus}`] : []),
      `!${on} -N1 --gpus-per-node=${type}:${gpus + 1}`,
      `!${on} -N1 --gpus-per-node=nosuchgpu:1`,
      ...segments(partition.nodeGroups, nodes, layout, `-p ${partition.name} --gpus-per-node=${gpus}`),
      ...(isForGpuJobs(partition, layout) ? [`!${on} -N1`, `!${on} -N1 --exclusive`] : []),
    ];
  });
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
