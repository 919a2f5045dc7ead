import type { Rule } from "../kernel/rule";
import { isNodeGroup } from "../pools/pool";
import type { HostCheckName } from "../facts/startup-checks";
import { healthLoopOf, podPools } from "./health";

const GUIDE = "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html";
const EKS = "https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html";

const nobody: Rule = {
  id: "health/no-pool",
  title: "Somebody is looked at.",
  severity: "error",
  why: "Nodes of Slurm are asked by slurm.health: where a partition has every pool, this key does nothing, and who wrote it thinks that it does.",
  source: GUIDE,
  *check({ env }) {
    if (!env.health || podPools(env).length > 0) return;
    yield {
      path: ["health"],
      message: "a partition of Slurm has each node group, and health is for those that none has",
      fix: "slurm: { health: {} }, which asks nodes of Slurm, in its place",
    };
  },
};

const twoRepair: Rule = {
  id: "health/repair-twice",
  title: "One of Railyard and EKS repairs a node.",
  severity: "error",
  why: "EKS reboots and replaces nodes without asking the limits that hold here: both together take more nodes than either may, and one ends what the other has begun.",
  source: EKS,
  *check({ env }) {
    if (env.health?.repair.mode !== "on") return;
    for (const pool of podPools(env)) {
      if (!isNodeGroup(pool) || pool.machines.repair.kind !== "auto") continue;
      yield {
        path: ["nodeGroups", pool.name, "repair", "kind"],
        message: "EKS repairs these nodes, and health.repair is on, too",
        fix: 'repair: { kind: "off" } here, or health.repair: { mode: "dry-run" }',
      };
    }
  },
};

/** Without them broken GPUs get one pod after another. */
const NEEDED: readonly HostCheckName[] = ["gpu-count", "xid", "memory-rows"];

const blind: Rule = {
  id: "health/blind",
  title: "Nodes with broken GPUs take no pods.",
  severity: "warning",
  why: "A node with a broken GPU ends each job that it gets, is free at once, and gets the next one: it eats the queue.",
  source: GUIDE,
  *check({ env }) {
    if (!env.health || !podPools(env).some(({ gpus }) => gpus)) return;
    for (const name of NEEDED) {
      const reaction = env.health.checks[name];
      if (reaction === undefined || reaction === "cordon") continue;
      yield {
        path: ["health", "checks", name],
        message: `${name} is ${JSON.stringify(reaction)}: a node whose GPUs it finds broken goes on to take pods`,
        fix: `${name}: "cordon", which is the default`,
      };
    }
  },
};

/** Pools below it are so small that one node is most of them. */
const SMALL_POOL_NODES = 3;

const noLimit: Rule = {
  id: "health/no-limit",
  title: "Not all nodes of a pool are cordoned for faults.",
  severity: "warning",
  why: "What finds a fault on every node at one time is more likely wrong itself, as after an update of the driver: all jobs would wait for people.",
  source: EKS,
  *check({ env }) {
    const written = env.health?.cordonsAtOnce;
    if (written === undefined) return;
    for (const { pool } of healthLoopOf(env)) {
      const { max } = pool.count;
      if (max < SMALL_POOL_NODES || written < max) continue;
      yield {
        path: ["health", "cordonsAtOnce"],
        message: `${written} nodes may be cordoned for faults at one time, and ${pool.name} has ${max} at most: nothing holds it back there`,
        fix: `cordonsAtOnce: ${Math.max(1, Math.floor(max / 4))}, a quarter of ${pool.name}`,
      };
    }
  },
};

const idleLimit: Rule = {
  id: "health/repair-hourly-limit",
  title: "The limit of nodes at one time is within that of an hour.",
  severity: "warning",
  why: "A step takes most of an hour until a node is open again: more nodes at one time than steps in an hour are never reached.",
  source: GUIDE,
  *check({ env }) {
    const repair = env.health?.repair;
    if (!repair || repair.mode === "off" || repair.atOnce <= repair.stepsPerHour) return;
    yield {
      path: ["health", "repair", "atOnce"],
      message: `atOnce is ${repair.atOnce}, and ${repair.stepsPerHour} steps are taken in an hour: it never holds anything back`,
      fix: `atOnce: ${repair.stepsPerHour}, or less, or a larger stepsPerHour`,
    };
  },
};

/** What nodes of Kubernetes alone are asked, and what becomes of them. */
export const HEALTH_RULES: readonly Rule[] = [nobody, twoRepair, blind, noLimit, idleLimit];
