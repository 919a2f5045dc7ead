import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedGpus } from "../gpu/gpus";
import { hoursBelowJob } from "../slurm/hours-below-job";
import { groupNamesInPartitions, isForGpuJobs, leastGpusOfNode, partitionsOf } from "../slurm/partitions";
import { teamPartitions, teamsAbove } from "./tree";
import type { Rule } from "../kernel/rule";

const LIMITS = "https://slurm.schedmd.com/resource_limits.html";

/** GPU groups that Slurm uses. */
function slurmGpus(env: SiteEnvironment): { gpus: ResolvedGpus; nodes: number }[] {
  const used = groupNamesInPartitions(env);
  return env.nodeGroups.flatMap((g) => (g.gpus && used.has(g.name) ? [{ gpus: g.gpus, nodes: g.count.max }] : []));
}

/** GPUs that pods of a team, and of those below it, may use of its `gpus`: none of them need be Slurm's. */
const podGpus = (teams: SiteEnvironment["teams"], name: string): number =>
  Object.entries(teams)
    .filter(([other]) => other === name || teamsAbove(teams, other).includes(name))
    .reduce((sum, [, { namespace }]) => sum + (namespace.gpus ?? 0), 0);

const quotaAboveFleet: Rule = {
  id: "teams/quota-above-fleet",
  title: "No team may use more GPUs than there are at full size.",
  severity: "warning",
  why: "Such a limit never holds, and a team that counts on it never gets what it says: a number is wrong, or is that of a larger environment that this one extends. Ranges count with nodes.max, Capacity Blocks with all of their nodes; where nodes is 0 nothing is compared.",
  source: LIMITS,
  *check({ env }) {
    if (!env.slurm) return;
    const groups = slurmGpus(env);
    const fleet = groups.reduce((sum, { gpus, nodes }) => sum + gpus.count * nodes, 0);
    // groups whose nodes are still to come: what teams may use of them is written before
    if (groups.length > 0 && fleet === 0) return;
    for (const [name, { gpus, burst }] of Object.entries(env.teams)) {
      if (burst !== undefined && burst > fleet) {
        yield {
          path: ["teams", name, "burst"],
          message: `the team may use ${burst} GPUs beyond its quota, but the partitions have ${fleet} at most`,
          fix: fleet ? `write burst: ${fleet} or less` : "leave it out",
        };
      }
      const inPods = podGpus(env.teams, name);
      const most = fleet + inPods;
      if (gpus === undefined || gpus <= most) continue;
      const rest = inPods > 0 ? `, and namespaces ${inPods} of them` : "";
      yield {
        path: ["teams", name, "gpus"],
        message: `the team may use ${gpus} GPUs, but the partitions have ${fleet} at most${rest}`,
        fix: most
          ? `write gpus: ${most} or less, or leave it out for no limit`
          : "leave it out, or give a partition GPU nodes",
      };
    }
  },
};

const quotaBelowNode: Rule = {
  id: "teams/quota-below-node",
  title: "A team may use at least one whole node.",
  severity: "warning",
  why: "A job that asks for a whole node is refused when it has more GPUs than the team may use.",
  source: LIMITS,
  *check({ env }) {
    const counts = slurmGpus(env).map(({ gpus }) => gpus.count);
    if (counts.length === 0) return;
    const smallest = Math.min(...counts);
    for (const [name, { gpus }] of Object.entries(env.teams)) {
      if (gpus === undefined || gpus === 0 || gpus >= smallest) continue;
      yield {
        path: ["teams", name, "gpus"],
        message: `the team may use ${gpus} GPUs, but every GPU node has ${smallest} or more: whole-node jobs are refused`,
        fix: `write gpus: ${smallest} or more; 0 is for teams without GPUs`,
      };
    }
  },
};

const noPlaceWithoutGpus: Rule = {
  id: "teams/no-gpus-no-place",
  title: "A team without GPUs may use a partition whose jobs need none.",
  severity: "warning",
  why: "Partitions of GPU nodes refuse jobs that ask for no GPU, and the team's limit refuses those that ask for one: nothing of it ever runs.",
  source: LIMITS,
  *check({ env }) {
    for (const [name, { gpus }] of Object.entries(env.teams)) {
      const may = teamPartitions(env.teams, name);
      const open = partitionsOf(env).filter(([partition]) => may?.includes(partition) ?? true);
      if (gpus !== 0 || open.length === 0 || !open.every(([, partition]) => isForGpuJobs(env, partition))) continue;
      yield {
        path: ["teams", name, "gpus"],
        message: `the team may use no GPU, and ${open.map(([partition]) => partition).join(" and ")}, where its jobs may be, ${open.length > 1 ? "take" : "takes"} none without`,
        fix: "write gpus: 1 or more, or give it a partition of CPU nodes, or one with cpusPerNode",
      };
    }
  },
};

const quotaWithoutPlace: Rule = {
  id: "teams/gpus-no-place",
  title: "A team with a quota of GPUs may use a partition that has some.",
  severity: "warning",
  why: "Its jobs may be in partitions without GPUs alone: the quota is never used, and its share counts for nothing.",
  source: LIMITS,
  *check({ env }) {
    for (const [name, { gpus, gpusByType, gpuHours }] of Object.entries(env.teams)) {
      const may = teamPartitions(env.teams, name);
      const open = partitionsOf(env).filter(([partition]) => may?.includes(partition));
      const hasGpus = open.some(([, one]) => one.cpusPerNode === undefined && leastGpusOfNode(env, one) !== null);
      // pods of the team and its queue in Kueue are held by the same number
      if (open.length === 0 || hasGpus || env.kueue || podGpus(env.teams, name) > 0) continue;
      const place = `${open.map(([partition]) => partition).join(" and ")}, where its jobs may be, ${open.length > 1 ? "have" : "has"} none`;
      const limits = {
        gpus: gpus ? `${gpus} GPUs` : null,
        gpusByType: Object.values(gpusByType ?? {}).some((count) => count > 0) ? "GPUs by type" : null,
        gpuHours: gpuHours ? `${gpuHours} GPU hours` : null,
      };
      for (const [key, text] of Object.entries(limits)) {
        if (text === null) continue;
        yield {
          path: ["teams", name, key],
          message: `the team may use ${text}, and ${place}`,
          fix: `add a partition of GPU nodes to partitions, or ${key === "gpus" ? "write gpus: 0" : `take ${key} out`}`,
        };
      }
    }
  },
};

const gpuHoursBelowJob: Rule = {
  id: "teams/gpu-hours-below-job",
  title: "A team's GPU hours are enough for its smallest job that asks for no time.",
  severity: "warning",
  why: "A job counts with its whole time limit from its start: one that asks for none gets that of its partition, and is refused when that alone is too much.",
  source: LIMITS,
  *check({ env }) {
    for (const [name, { gpuHours }] of Object.entries(env.teams)) {
      const may = teamPartitions(env.teams, name);
      const partitions = partitionsOf(env).filter(([partition]) => may?.includes(partition) ?? true);
      const found = hoursBelowJob(env, { whose: "the team", gpuHours, partitions });
      if (found) yield { path: ["teams", name, "gpuHours"], ...found };
    }
  },
};

const withoutSlurm: Rule = {
  id: "teams/without-slurm",
  title: "Users of teams have a Slurm that knows them.",
  severity: "warning",
  why: "Without Slurm a team is a namespace only.",
  source: "https://slurm.schedmd.com/accounting.html",
  *check({ env: { slurm, teams } }) {
    if (slurm) return;
    for (const [name, { users }] of Object.entries(teams)) {
      if (users.length === 0) continue;
      yield {
        path: ["teams", name],
        message: "users of the team do nothing: the environment has no slurm",
        fix: "add slurm, or take users out; who may use the namespace is in namespace.members and namespace.groups",
      };
    }
  },
};

export const TEAMS_RULES: readonly Rule[] = [
  quotaAboveFleet,
  quotaBelowNode,
  noPlaceWithoutGpus,
  quotaWithoutPlace,
  gpuHoursBelowJob,
  withoutSlurm,
];
