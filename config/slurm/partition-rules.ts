import { judgesMixedPartitions } from "../fabrics/resolve";
import { didYouMean, orList } from "../kernel/nearest";
import type { ResolvedPool } from "../pools/pool";
import { groupPath } from "../pools/written-groups";
import { groupNamesInPartitions, groupsOf, isForGpuJobs, partitionPath, partitionsOf } from "./partitions";
import { limitText } from "./time-limit";
import { usableHours } from "./usable-hours";
import type { Rule } from "../kernel/rule";

const SLURM_CONF = "https://slurm.schedmd.com/slurm.conf.html";

/** Values of a key of the groups, each once, with the groups that have it. */
function by(groups: readonly ResolvedPool[], key: (group: ResolvedPool) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const group of groups) found.set(key(group), [...(found.get(key(group)) ?? []), group.name]);
  return found;
}

const show = (found: ReadonlyMap<string, readonly string[]>): string =>
  [...found].map(([value, names]) => `${value} (${names.join(", ")})`).join(" and ");

const partitionGroupsExist: Rule = {
  id: "slurm/partition-groups-exist",
  title: "Partitions name node groups that exist, each once.",
  severity: "error",
  why: "The chart refuses to render a partition of unknown nodes, and slurmctld would not start with one.",
  source: "https://github.com/SlinkyProject/slurm-operator/blob/main/helm/slurm/templates/controller/_helpers.tpl",
  *check({ env }) {
    const names = env.nodeGroups.map((g) => g.name);
    for (const [name, partition] of partitionsOf(env)) {
      for (const [index, group] of partition.nodeGroups.entries()) {
        const path = partitionPath(name, "nodeGroups", index);
        if (partition.nodeGroups.indexOf(group) < index) {
          yield { path, message: `${group} is named twice`, fix: "take one of them out, or name the other group" };
          continue;
        }
        if (names.includes(group)) continue;
        yield {
          path,
          message: `there is no node group ${JSON.stringify(group)}; there ${names.length ? `are ${orList(names)}` : "is none"}`,
          fix: didYouMean(group, names) ?? "name a group of nodeGroups, or add one",
        };
      }
    }
  },
};

const partitionNameReserved: Rule = {
  id: "slurm/partition-name-reserved",
  title: "No partition is called default or all.",
  severity: "error",
  why: "Slurm reads DEFAULT, in any case, as defaults for the partitions after it, and ALL as every partition: there would be no such one.",
  source: SLURM_CONF,
  *check({ env }) {
    for (const [name] of partitionsOf(env).filter(([n]) => /^(?:default|all)$/i.test(n))) {
      yield {
        path: partitionPath(name),
        message: `a partition cannot be called ${name}: slurm.conf takes that word for ${/^all$/i.test(name) ? "all of them" : "defaults of other partitions"}`,
        fix: "give it another name, such as main, and write default: true in it",
      };
    }
  },
};

const oneDefault: Rule = {
  id: "slurm/one-default",
  title: "At most one partition is the default.",
  severity: "error",
  why: "Slurm takes the last one that says so: jobs without a partition go where nobody meant them to.",
  source: SLURM_CONF,
  *check({ env }) {
    const defaults = partitionsOf(env).filter(([, p]) => p.default);
    for (const [name] of defaults.slice(1)) {
      yield {
        path: partitionPath(name, "default"),
        message: `${defaults.map(([n]) => n).join(" and ")} are both the default partition`,
        fix: `take default out of ${name}, or out of ${defaults[0]?.[0]}`,
      };
    }
  },
};

const noDefault: Rule = {
  id: "slurm/no-default",
  title: "One partition is the default.",
  severity: "warning",
  why: "Slurm refuses jobs that name no partition when there is no default one.",
  source: SLURM_CONF,
  *check({ env }) {
    const partitions = partitionsOf(env);
    if (partitions.length === 0 || partitions.some(([, p]) => p.default)) return;
    yield {
      path: ["slurm", "partitions"],
      message: `none of ${partitions.map(([n]) => n).join(", ")} is the default: jobs must name their partition`,
      fix: `write default: true in one, such as ${partitions[0]?.[0]}`,
    };
  },
};

const defaultTime: Rule = {
  id: "slurm/default-time",
  title: "Jobs that ask for no time get no more than jobs may ask for.",
  severity: "error",
  why: "Slurm drops a DefaultTime above MaxTime: such jobs get the longest time that there is, and are backfilled badly.",
  source: SLURM_CONF,
  *check({ env }) {
    for (const [name, { defaultHours, maxHours }] of partitionsOf(env)) {
      if (defaultHours <= maxHours) continue;
      yield {
        path: partitionPath(name, "defaultHours"),
        message: `jobs that ask for no time get ${limitText(defaultHours)}, and none may last longer than ${limitText(maxHours)}`,
        fix: `write defaultHours: ${maxHours} or less, or a larger maxHours`,
      };
    }
  },
};

const timeLimitOverBlock: Rule = {
  id: "slurm/time-limit-over-block",
  title: "Jobs may not ask for more time than a Capacity Block lasts.",
  severity: "warning",
  why: "Nodes go before the block ends, and the job with them: one that asks for more can never finish.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
  *check({ env }) {
    for (const [name, partition] of partitionsOf(env)) {
      const hours = groupsOf(env, partition).map(usableHours);
      // down to what somebody would write: 31.71, and not 31.716666666666665
      const longest = Math.floor(Math.max(...hours) * 100) / 100;
      if (hours.length === 0 || longest === Infinity || partition.maxHours <= longest) continue;
      yield {
        path: partitionPath(name, "maxHours"),
        message: `jobs may ask for ${limitText(partition.maxHours)}, but the nodes are there for ${limitText(longest)} at most: all are in Capacity Blocks`,
        fix: `write maxHours: ${longest} or less`,
      };
    }
  },
};

const partitionMixesGpus: Rule = {
  id: "slurm/partition-mixes-gpus",
  title: "All GPUs of a partition are of one type.",
  severity: "warning",
  why: "A job that asks for GPUs without a type may get both: it runs at the pace of the slower ones, or runs out of memory on the smaller ones.",
  source: "https://slurm.schedmd.com/gres.html",
  *check({ env }) {
    for (const [name, partition] of partitionsOf(env)) {
      const groups = groupsOf(env, partition).filter((g) => g.gpus);
      const types = by(groups, ({ gpus, sharing }) =>
        [gpus?.model ?? "", ...(sharing.layout ? [`cut as ${sharing.layout.name}`] : [])].join(" "),
      );
      // where all groups have one fabric, rules of its own may judge them: efa/mixed-types
      if (types.size < 2 || judgesMixedPartitions(groups.map(({ fabric }) => fabric))) continue;
      yield {
        path: partitionPath(name, "nodeGroups"),
        message: `the partition has ${show(types)}`,
        fix: "make a partition of each GPU type",
      };
    }
  },
};

const partitionMixesCpuNodes: Rule = {
  id: "slurm/partition-mixes-cpu-nodes",
  title: "A partition has GPU nodes or CPU nodes, not both.",
  severity: "warning",
  why: "CPU jobs would be placed on GPU nodes, and take the cores and memory that GPU jobs need.",
  source: SLURM_CONF,
  *check({ env }) {
    for (const [name, partition] of partitionsOf(env)) {
      const kinds = by(groupsOf(env, partition), (g) => (g.gpus ? "GPU nodes" : "CPU nodes"));
      if (kinds.size < 2) continue;
      yield {
        path: partitionPath(name, "nodeGroups"),
        message: `the partition has ${show(kinds)}`,
        fix: "make a partition of each",
      };
    }
  },
};

const cpuShare: Rule = {
  id: "slurm/cpu-share",
  title: "CPU jobs on GPU nodes leave the GPUs the CPUs that they need.",
  severity: "error",
  why: "Each GPU gets an equal part of the CPUs that are left, in whole cores. Nodes of an NVLink domain are given whole to one job, so that nothing can be left there.",
  source: SLURM_CONF,
  *check({ env }) {
    for (const [name, partition] of partitionsOf(env)) {
      const { cpusPerNode } = partition;
      if (cpusPerNode === undefined) continue;
      const path = partitionPath(name, "cpusPerNode");
      for (const { name: group, hardware, gpus, machineType } of groupsOf(env, partition)) {
        // half of what is left beside the system: the same for all, and more than CPU jobs ever need
        const most = 2 * Math.floor(Math.max(0, hardware.vcpus - 4) / 4);
        if (hardware.nvlink?.multiNode) {
          yield {
            path,
            message: `nodes of ${group} are in an NVLink domain and given whole to one job: there is no share of CPU jobs`,
            fix: "leave the key and the group out, and give CPU jobs nodes of their own",
          };
        } else if (gpus && cpusPerNode > most) {
          yield {
            path,
            message: `${cpusPerNode} CPUs of ${hardware.vcpus} are more than the half of a node of ${group} that CPU jobs can have: ${most}`,
            fix: most >= 2 ? `write cpusPerNode: ${most} or less` : "give CPU jobs nodes of their own",
          };
        } else if (hardware.arch !== "arm64" && cpusPerNode % 2 !== 0) {
          yield {
            path,
            message: `${cpusPerNode} CPUs end within a core: a core of ${machineType} has two`,
            fix: `write cpusPerNode: ${cpusPerNode - 1} or cpusPerNode: ${cpusPerNode + 1}`,
          };
        }
      }
    }
  },
};

const nodeOfOneCore: Rule = {
  id: "slurm/node-of-one-core",
  title: "Nodes of partitions have a core for jobs beside that of the system.",
  severity: "error",
  why: "The kubelet and the daemons have a part of every node, and slurmd sets it aside in whole cores: on a node with one core nothing is left, and no job starts there.",
  source: "https://slurm.schedmd.com/core_spec.html",
  *check({ env }) {
    const used = groupNamesInPartitions(env);
    for (const { name, hardware, machineType, machines } of env.nodeGroups) {
      if (!used.has(name) || hardware.arch === "arm64" || hardware.vcpus > 2) continue;
      yield {
        path: groupPath({ name }, ...(machines.kind === "aws" ? ["instanceType"] : [])),
        message: `${machineType} has one core of ${hardware.vcpus} vCPUs, which the system needs: nothing is left for jobs of Slurm`,
        fix: `take ${machines.kind === "aws" ? machineType.replace(/\.[^.]+$/, ".xlarge") : "machines of two cores"} or larger, or take ${name} out of its partitions`,
      };
    }
  },
};

const noPlaceForCpuJobs: Rule = {
  id: "slurm/no-place-for-cpu-jobs",
  title: "Jobs without GPUs have a partition.",
  severity: "warning",
  why: "Partitions of GPU nodes refuse jobs that ask for no GPU: one such job could hold nodes whose GPUs nobody can use. Preparing data and moving files need a place, too.",
  source: "https://slurm.schedmd.com/qos.html#partition",
  *check({ env }) {
    const partitions = partitionsOf(env);
    if (partitions.length === 0 || !partitions.every(([, p]) => isForGpuJobs(env, p))) return;
    // nodes of an NVLink domain are given whole: slurm/cpu-share would refuse a share of them
    const group = partitions.flatMap(([, p]) => groupsOf(env, p)).find(({ hardware }) => !hardware.nvlink?.multiNode);
    yield {
      path: ["slurm", "partitions"],
      message: `${partitions.map(([n]) => n).join(" and ")} refuse${partitions.length === 1 ? "s" : ""} jobs without GPUs, and there is no other partition`,
      fix: `add one of CPU nodes${group ? `, or a share of the GPU nodes: cpu: { nodeGroups: ["${group.name}"], cpusPerNode: 4 }` : ""}`,
    };
  },
};

const groupInNoPartition: Rule = {
  id: "slurm/group-in-no-partition",
  title: "Every GPU group is in a partition.",
  severity: "warning",
  why: "Slurm places no job on a node without a partition: its GPUs are paid for and idle, unless Kubernetes jobs use them. Those of Kueue do.",
  source: SLURM_CONF,
  *check({ env }) {
    if (!env.slurm) return;
    const named = groupNamesInPartitions(env);
    // a share of CPU jobs is beside the jobs with GPUs, and not in their place
    const withGpus = partitionsOf(env).flatMap(([name, p]) => (p.cpusPerNode === undefined ? [name] : []));
    const used = groupNamesInPartitions(env, withGpus);
    for (const { name, gpus, sharing, count: nodes } of env.nodeGroups) {
      if (!gpus || used.has(name) || env.kueue?.nodeGroups.includes(name)) continue;
      // what Slurm cannot hand out is for others
      if (typeof sharing.slurm === "string") continue;
      yield {
        path: groupPath({ name }),
        message: `${named.has(name) ? `only CPU jobs have a partition with ${name}` : `no partition has the node group ${name}`}: Slurm does not use its ${nodes.max * gpus.count} GPUs`,
        fix: `add "${name}" to the nodeGroups of a partition${named.has(name) ? " without cpusPerNode" : ""}`,
      };
    }
  },
};

export const SLURM_PARTITION_RULES: readonly Rule[] = [
  partitionGroupsExist,
  partitionNameReserved,
  oneDefault,
  noDefault,
  defaultTime,
  timeLimitOverBlock,
  partitionMixesGpus,
  partitionMixesCpuNodes,
  cpuShare,
  nodeOfOneCore,
  noPlaceForCpuJobs,
  groupInNoPartition,
];
