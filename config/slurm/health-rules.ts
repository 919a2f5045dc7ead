import { NODE_CHECKS, type NodeCheckName } from "../facts/node-checks";
import type { Rule } from "../kernel/rule";
import { healthOf } from "./health";
import { groupNamesInPartitions } from "./partitions";

const checkOf = (name: string) => NODE_CHECKS.find((check) => check.name === name)!;

const userFault: Rule = {
  id: "slurm/health-user-fault",
  title: "What a program did takes no node away.",
  severity: "error",
  why: "The hardware is well after a fault of a program: a person who starts a bad program again and again would drain a node each time.",
  source: "https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html",
  *check({ env }) {
    for (const [name, reaction] of Object.entries(env.slurm?.health?.checks ?? {})) {
      if (reaction !== "drain" || checkOf(name).fault !== "user") continue;
      yield {
        path: ["slurm", "health", "checks", name],
        message: `${name} finds what programs of people do, and would drain a node for it`,
        fix: `${name}: "tell", which is the default, or "off"`,
      };
    }
  },
};

/** Without them broken GPUs get one job after another. */
const NEEDED: readonly NodeCheckName[] = ["gpu-count", "xid", "memory-rows"];

const blind: Rule = {
  id: "slurm/health-blind",
  title: "Broken GPUs are drained.",
  severity: "warning",
  why: "A node with a broken GPU ends each job that it gets, is free at once, and gets the next one: it eats the queue.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_HealthCheckProgram",
  *check({ env }) {
    const health = env.slurm?.health;
    const used = groupNamesInPartitions(env);
    if (!health || !env.nodeGroups.some(({ name, gpus }) => gpus && used.has(name))) return;
    for (const name of NEEDED) {
      const reaction = health.checks[name];
      if (reaction === undefined || reaction === "drain") continue;
      yield {
        path: ["slurm", "health", "checks", name],
        message: `${name} is ${JSON.stringify(reaction)}: a node whose GPUs it finds broken goes on to take jobs`,
        fix: `${name}: "drain", which is the default`,
      };
    }
  },
};

/** Pools below it are so small that one node is most of them. */
const SMALL_POOL_NODES = 3;

const noLimit: Rule = {
  id: "slurm/health-no-limit",
  title: "Checks do not drain all nodes of a pool.",
  severity: "warning",
  why: "What finds a fault on every node at one time is more likely wrong itself, as after an update of the driver: all jobs would wait for people.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html",
  *check({ env }) {
    const written = env.slurm?.health?.drainsAtOnce;
    if (written === undefined) return;
    for (const { pool } of healthOf(env) ?? []) {
      const max = env.nodeGroups.find(({ name }) => name === pool)?.count.max ?? 0;
      if (max < SMALL_POOL_NODES || written < max) continue;
      yield {
        path: ["slurm", "health", "drainsAtOnce"],
        message: `checks may have ${written} nodes drained at one time, and ${pool} has ${max} at most: nothing holds them back there`,
        fix: `drainsAtOnce: ${Math.max(1, Math.floor(max / 4))}, a quarter of ${pool}`,
      };
    }
  },
};

const idleHourly: Rule = {
  id: "slurm/health-hourly-limit",
  title: "The limit of an hour is below that of one time.",
  severity: "warning",
  why: "It counts those of the nodes that are drained now that were drained within the hour: they are never more than all that are drained now.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_HealthCheckProgram",
  *check({ env }) {
    const written = env.slurm?.health?.drainsPerHour;
    if (written === undefined) return;
    const pools = healthOf(env) ?? [];
    // one key holds for all pools: it says something where it binds in one
    if (pools.length === 0 || pools.some(({ drainsAtOnce }) => written <= drainsAtOnce)) return;
    const most = Math.max(...pools.map(({ drainsAtOnce }) => drainsAtOnce));
    yield {
      path: ["slurm", "health", "drainsPerHour"],
      message: `drainsPerHour is ${written}, and no pool has more than ${most} nodes drained at one time: it never holds anything back`,
      fix: `drainsPerHour: ${most}, or less, or leave it out`,
    };
  },
};

const peersFault: Rule = {
  id: "slurm/health-peers-fault",
  title: "No node is drained for what another one did.",
  severity: "warning",
  why: "Counters of a node rise when a peer is out of reach, too: one broken node drains well ones that talked to it.",
  source: NODE_CHECKS.find(({ name }) => name === "fabric-counters")!.source,
  *check({ env }) {
    if (env.slurm?.health?.checks["fabric-counters"] !== "drain") return;
    yield {
      path: ["slurm", "health", "checks", "fabric-counters"],
      message: "fabric-counters also finds that a peer was out of reach, and would drain the node that looked",
      fix: '"fabric-counters": "tell", which is the default',
    };
  },
};

/** What nodes are asked, and what becomes of them. */
export const SLURM_HEALTH_RULES: readonly Rule[] = [userFault, blind, noLimit, idleHourly, peersFault];
