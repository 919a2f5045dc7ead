import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { poolsWithGpus } from "./resolve";

const RAILYARD = "Railyard's own design: docs/size.md counts a training on the GPUs of one node group";

const poolExists: Rule = {
  id: "workloads/pool-has-gpus",
  title: "A workload runs on a node group with GPUs.",
  severity: "error",
  why: "Nothing that is told of the workload would be of nodes that the environment has.",
  source: `${RAILYARD}; https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/`,
  *check({ config, env }) {
    const known = poolsWithGpus(env.nodeGroups).map(({ name }) => name);
    for (const { name, pool } of env.workloads) {
      if (pool !== null) continue;
      const written = config.workloads[name]?.pool;
      yield {
        path: written === undefined ? ["workloads", name] : ["workloads", name, "pool"],
        message:
          known.length === 0
            ? "no node group has GPUs"
            : `${JSON.stringify(written)} is no node group with GPUs; there ${known.length === 1 ? "is" : "are"} ${orList(known)}`,
        fix:
          known.length === 0
            ? "take the workload out, or add a group with GPUs"
            : (didYouMean(written ?? "", known) ?? "name one of those, or leave pool out"),
      };
    }
  },
};

const enoughNodes: Rule = {
  id: "workloads/nodes",
  title: "A workload takes no more nodes than its node group has.",
  severity: "error",
  why: "It would wait for ever for the others.",
  source: `${RAILYARD}; https://slurm.schedmd.com/sbatch.html`,
  *check({ env }) {
    for (const { name, pool: wanted, nodes } of env.workloads) {
      const pool = env.nodeGroups.find((one) => one.name === wanted);
      if (!pool || nodes <= pool.count.max) continue;
      yield {
        path: ["workloads", name, "nodes"],
        message: `${nodes} nodes, and ${pool.name} has ${pool.count.max} at the most`,
        fix: `nodes: ${pool.count.max} or fewer, or give ${pool.name} more`,
      };
    }
  },
};

/** What a workload asks of the nodes. */
export const WORKLOAD_RULES: readonly Rule[] = [poolExists, enoughNodes];
