import type { Rule } from "../kernel/rule";
import { isNodeGroup } from "../pools/pool";
import { groupNamesInPartitions } from "./partitions";

const GUIDE = "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html";

const nobodyAccepts: Rule = {
  id: "slurm/repair-resume",
  title: "Checks take a repaired node back.",
  severity: "error",
  why: "Whether a step has mended a node is known by the checks that give it back: where people alone do, a sound node is rebooted and then replaced, since nobody has taken it back in time.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_HealthCheckProgram",
  *check({ env }) {
    const health = env.slurm?.health;
    if (health?.repair.mode !== "on" || health.resume === "checks") return;
    yield {
      path: ["slurm", "health", "repair", "mode"],
      message: 'repair is on, and resume is "people": each node would go through all steps, mended or not',
      fix: 'resume: "checks", which is the default, or repair: { mode: "dry-run" }',
    };
  },
};

const twoRepair: Rule = {
  id: "slurm/repair-twice",
  title: "One of Slurm's checks and EKS repairs a node.",
  severity: "error",
  why: "EKS reboots and replaces nodes without asking Slurm or the limits that hold here: both together take more nodes than either may, and one ends what the other has begun.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html",
  *check({ env }) {
    if (env.slurm?.health?.repair.mode !== "on") return;
    const used = groupNamesInPartitions(env);
    for (const pool of env.nodeGroups) {
      if (!used.has(pool.name) || !isNodeGroup(pool) || pool.machines.repair.kind !== "auto") continue;
      yield {
        path: ["nodeGroups", pool.name, "repair", "kind"],
        message: "EKS repairs these nodes, and slurm.health.repair is on, too",
        fix: 'repair: { kind: "off" } here, or slurm.health.repair: { mode: "dry-run" }',
      };
    }
  },
};

const idleLimit: Rule = {
  id: "slurm/repair-hourly-limit",
  title: "The limit of nodes at one time is within that of an hour.",
  severity: "warning",
  why: "A step takes most of an hour until checks have given the node back: more nodes at one time than steps in an hour are never reached.",
  source: GUIDE,
  *check({ env }) {
    const repair = env.slurm?.health?.repair;
    if (!repair || repair.mode === "off" || repair.atOnce <= repair.stepsPerHour) return;
    yield {
      path: ["slurm", "health", "repair", "atOnce"],
      message: `atOnce is ${repair.atOnce}, and ${repair.stepsPerHour} steps are taken in an hour: it never holds anything back`,
      fix: `atOnce: ${repair.stepsPerHour}, or less, or a larger stepsPerHour`,
    };
  },
};

/** What becomes of nodes that checks have drained. */
export const SLURM_REPAIR_RULES: readonly Rule[] = [nobodyAccepts, twoRepair, idleLimit];
