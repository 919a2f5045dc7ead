import { gpuGroups } from "../pools/written-groups";
import { groupNamesInPartitions } from "../slurm/partitions";
import type { Rule } from "../kernel/rule";

const namespaceTakesAll: Rule = {
  id: "teams/namespace-takes-all",
  title: "Users of a team have GPUs of it in Slurm.",
  severity: "warning",
  why: "GPUs of the namespace are taken off those of the team's jobs: where they are all of them, Slurm refuses every job that asks for one.",
  source: "https://slurm.schedmd.com/resource_limits.html",
  *check({ env }) {
    if (!env.slurm) return;
    for (const [name, { gpus, users, namespace }] of Object.entries(env.teams)) {
      if (!gpus || users.length === 0 || namespace.gpus !== gpus) continue;
      yield {
        path: ["teams", name, "namespace", "gpus"],
        message: `the namespace has all ${gpus} GPUs of the team, and jobs of its users in Slurm may use none`,
        fix: `write less than ${gpus}, give the team more, or take its users out`,
      };
    }
  },
};

const namespaceUnplaced: Rule = {
  id: "teams/namespace-unplaced",
  title: "There are GPUs for pods of a team's namespace.",
  severity: "warning",
  why: "slurmd pods hold all GPUs of the nodes that partitions use: where that is every GPU group, another pod that asks for one waits for ever.",
  source:
    "https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/; Railyard's own design: slurmd pods ask for all GPUs of their node",
  *check({ env }) {
    const inSlurm = groupNamesInPartitions(env);
    const free = gpuGroups(env).filter(({ name }) => !inSlurm.has(name));
    if (!env.slurm || free.length > 0) return;
    for (const [name, { namespace }] of Object.entries(env.teams)) {
      if (!namespace.gpus) continue;
      yield {
        path: ["teams", name, "namespace", "gpus"],
        message: `the namespace may use ${namespace.gpus} GPUs, and Slurm holds all that there are`,
        fix: "give pods a GPU group that is in no partition, or take the number out",
      };
    }
  },
};

/** GPUs of teams, shared out between Slurm and Kubernetes. */
export const TEAM_GPU_RULES: readonly Rule[] = [namespaceTakesAll, namespaceUnplaced];
