import { own } from "../kernel/own";
import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { groupsOf, partitionsOf } from "./partitions";
import { qosPath } from "./qos-of";

const qosPartitions: Rule = {
  id: "slurm/qos-partitions",
  title: "QOS name partitions that exist.",
  severity: "error",
  why: "A QOS whose partitions are not there can be used in none.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_DenyQos",
  *check({ env }) {
    const names = partitionsOf(env).map(([name]) => name);
    for (const { name, partitions } of env.slurm?.qos ?? []) {
      for (const [index, partition] of (partitions ?? []).entries()) {
        if (names.includes(partition)) continue;
        yield {
          path: qosPath(name, "partitions", index),
          message: `there is no partition ${JSON.stringify(partition)}; there are ${orList(names)}`,
          fix: didYouMean(partition, names) ?? "name one of them",
        };
      }
    }
  },
};

const partitionsUnheld: Rule = {
  id: "slurm/qos-partitions-unheld",
  title: "A QOS that is for some partitions has something that keeps it from the others.",
  severity: "error",
  why: "slurm.conf cannot do it: slurmctld does not start with a partition that is closed to a QOS which is not there yet, as on the first day. What is asked of jobs before they are taken can.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_DenyQos",
  *check({ env }) {
    if (env.slurm?.submit) return;
    for (const { name, partitions } of env.slurm?.qos ?? []) {
      if (!partitions) continue;
      yield {
        path: qosPath(name, "partitions"),
        message: `nothing keeps ${name} from other partitions`,
        fix: "write slurm: { submit: {} }, or take partitions out",
      };
    }
  },
};

const standardIsOpen: Rule = {
  id: "slurm/qos-partitions-standard",
  title: "Everyday jobs are kept from partitions by their team, not by the QOS standard.",
  severity: "error",
  why: "A job of a team that names no QOS has that of its team, such as team-vision: hardly any job is in standard itself, and the list would keep nobody from a partition.",
  source: "https://slurm.schedmd.com/qos.html",
  *check({ config: { slurm } }) {
    if (!slurm?.qos["standard"]?.partitions) return;
    yield {
      path: qosPath("standard", "partitions"),
      message: "everyday jobs are in the QOS of their team, which this list does not hold",
      fix: "write teams: { …: { partitions: […] } } for the teams that it is meant for, and take it out here",
    };
  },
};

const leavesOfPartitions: Rule = {
  id: "slurm/submit-leaves",
  title: "Leaves are those of partitions that exist.",
  severity: "error",
  why: "Jobs would wait for nothing where a name is wrong.",
  source: "https://slurm.schedmd.com/topology.html",
  *check({ env }) {
    const names = partitionsOf(env).map(([name]) => name);
    for (const name of Object.keys(env.slurm?.submit?.leaves ?? {})) {
      if (names.includes(name)) continue;
      yield {
        path: ["slurm", "submit", "leaves", name],
        message: `there is no partition ${JSON.stringify(name)}; there are ${orList(names)}`,
        fix: didYouMean(name, names) ?? "name one of them",
      };
    }
  },
};

const leavesAbovePartition: Rule = {
  id: "slurm/submit-leaves-size",
  title: "A leaf has no more nodes than its partition.",
  severity: "warning",
  why: "Each job would wait for one leaf, however large it is, also where its nodes are at several: it starts late, after the whole time of waiting.",
  source: "https://slurm.schedmd.com/sbatch.html#OPT_switches",
  *check({ env }) {
    const leaves = env.slurm?.submit?.leaves ?? {};
    for (const [name, partition] of partitionsOf(env)) {
      const leaf = own(leaves, name);
      const most = groupsOf(env, partition).reduce((sum, { count }) => sum + count.max, 0);
      if (!leaf || most === 0 || leaf.nodes <= most) continue;
      yield {
        path: ["slurm", "submit", "leaves", name, "nodes"],
        message: `a leaf has ${leaf.nodes} nodes, and ${name} has ${most} in all`,
        fix: `write how many nodes of ${name} share a leaf, ${most} or less, or take ${name} out of leaves`,
      };
    }
  },
};

const everybodysScavenger: Rule = {
  id: "slurm/qos-everyones",
  title: "Nobody is kept from scavenger.",
  severity: "error",
  why: "Every account has it: it uses what is idle and gives way to all, so that there is nobody to be kept from it.",
  source: "https://slurm.schedmd.com/qos.html; Railyard's own design: scavenger is in the list of every account",
  *check({ config: { slurm } }) {
    if (slurm?.qos["scavenger"]?.everyone !== false) return;
    yield {
      path: qosPath("scavenger", "everyone"),
      message: "scavenger is everybody's",
      fix: "take everyone out, and limit it: gpusPerUser: 0 lets nobody have a GPU in it",
    };
  },
};

/** Where QOS may be used and by whom, and what is asked of jobs before they are taken. */
export const SLURM_QOS_PLACE_RULES: readonly Rule[] = [
  qosPartitions,
  partitionsUnheld,
  standardIsOpen,
  leavesOfPartitions,
  leavesAbovePartition,
  everybodysScavenger,
];
