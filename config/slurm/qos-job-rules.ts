import type { Rule } from "../kernel/rule";
import { hoursBelowJob } from "./hours-below-job";
import { leastGpusOfNode } from "./partitions";
import { partitionsOfQos, qosOf, qosPath } from "./qos-of";
import { limitText } from "./time-limit";

const QOS = "https://slurm.schedmd.com/qos.html";
const LIMITS = "https://slurm.schedmd.com/resource_limits.html";

const usualTime: Rule = {
  id: "slurm/qos-usual-time",
  title: "A job that says no time may have the one that it gets.",
  severity: "warning",
  why: "It gets the default time of its partition, and Slurm refuses it where its QOS allows less, with a code in place of words. slurm-check asked Slurm 22.05.8 and 26.05.5.",
  source: `${QOS}; https://slurm.schedmd.com/slurm.conf.html#OPT_DefaultTime`,
  *check({ env }) {
    // it asks for a time, or gives the one of the QOS
    if (env.slurm?.submit) return;
    for (const qos of qosOf(env)) {
      const {
        name,
        limits: { maxHours },
      } = qos;
      if (maxHours === null) continue;
      const given = partitionsOfQos(env, qos).flatMap(([partition, { defaultHours, maxHours: most }]) => {
        const usual = Math.min(defaultHours, most);
        return usual > maxHours ? [`${limitText(usual)} in ${partition}`] : [];
      });
      if (given.length === 0) continue;
      yield {
        path: qosPath(name, "maxHours"),
        message: `jobs in ${name} may last ${limitText(maxHours)}, and those that say no time get ${given.join(" and ")}: they are refused`,
        fix: 'write slurm: { submit: { timeLimit: "default" } }, which gives them the time of their QOS, or tell people to write --time',
      };
    }
  },
};

const gpuHoursBelowJob: Rule = {
  id: "slurm/qos-gpu-hours-below-job",
  title: "GPU hours of a QOS are enough for its smallest job that asks for no time.",
  severity: "warning",
  why: "A job counts with its whole time limit from its start: one that alone is above the hours of its QOS waits for ever.",
  source: LIMITS,
  *check({ env }) {
    for (const qos of qosOf(env)) {
      const { name, limits } = qos;
      const { gpuHours, maxHours } = limits;
      const partitions = partitionsOfQos(env, qos);
      const found = hoursBelowJob(env, { whose: name, gpuHours, maxHours, partitions });
      if (found) yield { path: qosPath(name, "gpuHours"), ...found };
    }
  },
};

const belowNode: Rule = {
  id: "slurm/qos-below-node",
  title: "Jobs of a QOS may have a whole node where jobs have whole nodes.",
  severity: "warning",
  why: "Slurm counts all GPUs of the node against each limit, whatever the job asks for: no job of the QOS starts there.",
  source: LIMITS,
  *check({ env }) {
    for (const qos of qosOf(env)) {
      for (const [partition, props] of partitionsOfQos(env, qos)) {
        const least = leastGpusOfNode(env, props);
        if (props.nodeSharing !== "none" || least === null) continue;
        for (const key of ["gpusPerJob", "gpusPerUser", "gpusPerTeam", "gpus"] as const) {
          const { any } = qos.limits[key];
          // with none at all it is for jobs without GPUs
          if (any === null || any === 0 || any >= least) continue;
          yield {
            path: qosPath(qos.name, key),
            message: `${key} of ${qos.name} is ${any}, and each job in ${partition} has the ${least} GPUs of a node`,
            fix: `write ${key}: ${least} or more, keep ${qos.name} to other partitions, or let jobs share nodes of ${partition}`,
          };
        }
      }
    }
  },
};

const jobsAboveSubmitted: Rule = {
  id: "slurm/qos-jobs-above-submitted",
  title: "A user may submit as many jobs of a QOS as may run.",
  severity: "warning",
  why: "Jobs that run count as submitted, too: the wider limit is never reached, and most likely two numbers were mixed up.",
  source: LIMITS,
  *check({ env }) {
    for (const { name, limits } of qosOf(env)) {
      const { jobsPerUser: running, submittedPerUser: all } = limits;
      if (running === null || all === null || running <= all) continue;
      yield {
        path: qosPath(name, "jobsPerUser"),
        message: `${running} jobs of a user may run in ${name}, and ${all} may be there, with those that wait`,
        fix: `write jobsPerUser: ${all} or less, or submittedPerUser: ${running} or more`,
      };
    }
  },
};

/** What limits of a QOS make of jobs as people write them. */
export const SLURM_QOS_JOB_RULES: readonly Rule[] = [usualTime, gpuHoursBelowJob, belowNode, jobsAboveSubmitted];
