import type { Rule } from "../kernel/rule";
import { gpusOf, maxJobsOf } from "./job-capacity";

/** How many jobs slurmctld knows. */
export const JOB_CAPACITY_RULES: readonly Rule[] = [
  {
    id: "slurm/jobs-below-gpus",
    title: "slurmctld knows more jobs than there are GPUs.",
    severity: "warning",
    why: "Once it knows so many jobs it takes no other: jobs of one GPU each cannot fill the cluster, and none can wait.",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_MaxJobCount",
    *check({ env }) {
      if (!env.slurm) return;
      const [jobs, gpus] = [maxJobsOf(env), gpusOf(env)];
      if (jobs > gpus) return;
      yield {
        path: ["slurm", "maxJobs"],
        message: `slurmctld knows ${jobs} jobs, those that wait and those that ended with them, and the nodes have ${gpus} GPUs`,
        fix: "take maxJobs out, which gives ten jobs to each GPU, or write more than there are GPUs",
      };
    },
  },
  {
    id: "slurm/submitted-above-jobs",
    title: "What one user may submit leaves room for others.",
    severity: "warning",
    why: "slurmctld takes no job once it knows as many as it may: a limit that is not below that keeps nobody from filling the queue.",
    source: "https://slurm.schedmd.com/resource_limits.html; https://slurm.schedmd.com/slurm.conf.html#OPT_MaxJobCount",
    *check({ env }) {
      if (!env.slurm) return;
      const jobs = maxJobsOf(env);
      for (const { name, limits } of env.slurm.qos) {
        if (limits.submittedPerUser === null || limits.submittedPerUser < jobs) continue;
        yield {
          path: ["slurm", "qos", name, "submittedPerUser"],
          message: `one user may have ${limits.submittedPerUser} jobs in ${name}, and slurmctld knows ${jobs} of all`,
          fix: `write a number well below ${jobs}, or leave it out`,
        };
      }
    },
  },
];
