import type { Rule } from "../kernel/rule";
import { teamPartitions } from "../teams/tree";
import { groupsOf, hasShards, leastGpusOfNode, partitionPath, partitionsOf } from "./partitions";

const nodeSharing: Rule = {
  id: "slurm/node-sharing",
  title: "Whole nodes are for jobs that can have them whole.",
  severity: "error",
  why: "A job that has its nodes alone waits until nothing else runs there: CPU jobs on a share of the node, or jobs on parts of GPUs, keep all its GPUs from it. Nodes of an NVLink domain are given whole.",
  source: "https://slurm.schedmd.com/cons_tres_share.html",
  *check({ env }) {
    for (const [name, partition] of partitionsOf(env)) {
      const { nodeSharing: who, cpusPerNode } = partition;
      if (who === undefined) continue;
      const path = partitionPath(name, "nodeSharing");
      const groups = groupsOf(env, partition);
      const domains = groups.filter(({ hardware }) => hardware.nvlink?.multiNode);
      const shares = partitionsOf(env).filter(
        ([, one]) =>
          one.cpusPerNode !== undefined && one.nodeGroups.some((group) => partition.nodeGroups.includes(group)),
      );
      const parts = groups.filter(({ sharing }) => hasShards(sharing) || sharing.layout !== null);
      if (who !== "none") {
        if (domains.length === 0 || domains.length < groups.length) continue;
        yield {
          path,
          message: `nodes of ${domains.map((group) => group.name).join(" and ")} are in an NVLink domain and given whole to one job`,
          fix: "leave nodeSharing out",
        };
      } else if (cpusPerNode !== undefined) {
        yield {
          path,
          message: `${name} is a share of CPU jobs, ${cpusPerNode} CPUs of each node, and would have the nodes whole`,
          fix: "leave nodeSharing out, or cpusPerNode",
        };
      } else if (shares.length > 0) {
        yield {
          path,
          message: `jobs of ${name} have whole nodes, and CPU jobs of ${shares.map(([one]) => one).join(" and ")} a share of the same ones`,
          fix: `leave nodeSharing out, or give CPU jobs nodes of their own`,
        };
      } else if (parts.length > 0) {
        yield {
          path,
          message: `jobs of ${name} have whole nodes, and GPUs of ${parts.map((group) => group.name).join(" and ")} are there in parts for several jobs`,
          fix: 'leave nodeSharing out, or write "user"',
        };
      }
    }
  },
};

const quotaBelowNode: Rule = {
  id: "slurm/node-sharing-quota",
  title: "A team can have a whole node where jobs have whole nodes.",
  severity: "warning",
  why: "Slurm counts all GPUs of the node against the quota, whatever the job asks for: no job of the team starts there.",
  source: "https://slurm.schedmd.com/resource_limits.html",
  *check({ env }) {
    for (const [name, partition] of partitionsOf(env)) {
      const least = leastGpusOfNode(env, partition);
      if (partition.nodeSharing !== "none" || least === null) continue;
      for (const [team, { gpus }] of Object.entries(env.teams)) {
        const may = teamPartitions(env.teams, team);
        if (gpus === undefined || gpus === 0 || gpus >= least || (may && !may.includes(name))) continue;
        yield {
          path: ["teams", team, "gpus"],
          message: `${team} may use ${gpus} GPUs, and each job in ${name} has the ${least} of a node`,
          fix: `write gpus: ${least} or more, keep ${team} to other partitions, or let jobs share nodes of ${name}`,
        };
      }
    }
  },
};

/** Who shares nodes with a job. */
export const SLURM_NODE_SHARING_RULES: readonly Rule[] = [nodeSharing, quotaBelowNode];
