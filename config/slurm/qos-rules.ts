import { BURST_QOS_PREFIX, PARTITION_QOS, TEAM_QOS_PREFIX } from "../facts/slurm-qos";
import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { type GpuLimit, type QosLimits, type ResolvedQos } from "./qos";
import { fleetByType } from "./fleet";
import { partitionsOfQos, qosOf, qosPath } from "./qos-of";
import { limitText } from "./time-limit";

const QOS = "https://slurm.schedmd.com/qos.html";
const PREEMPT = "https://slurm.schedmd.com/preempt.html";
const LIMITS = "https://slurm.schedmd.com/resource_limits.html";

/** Limits on GPUs, by the keys that have them. */
const gpuLimits = ({ gpus, gpusPerUser, gpusPerTeam, gpusPerJob }: QosLimits): [string, GpuLimit][] =>
  Object.entries({ gpus, gpusPerUser, gpusPerTeam, gpusPerJob });

const nameReserved: Rule = {
  id: "slurm/qos-name-reserved",
  title: "No QOS has the name of one that Slurm or a team has.",
  severity: "error",
  why: "Two would be one: its limits would fall on a team, or on every job in GPU partitions.",
  source: `${QOS}; Railyard's own design: ${PARTITION_QOS} is the QOS of GPU partitions, and each team has one of its own`,
  *check({ env }) {
    for (const { name, builtIn } of qosOf(env)) {
      const taken =
        name === PARTITION_QOS
          ? "is the QOS of GPU partitions, which slurmdbd makes by itself"
          : [TEAM_QOS_PREFIX, BURST_QOS_PREFIX].some((start) => name.startsWith(start))
            ? "begins as QOS of teams do"
            : /^(?:all|none|default)$/.test(name)
              ? "is a word of sacctmgr"
              : null;
      if (builtIn || taken === null) continue;
      yield { path: qosPath(name), message: `${name} ${taken}`, fix: 'give it another name, such as "urgent"' };
    }
  },
};

const preempts: Rule = {
  id: "slurm/qos-preempts",
  title: "QOS preempt QOS that exist, and never themselves, also not by way of others.",
  severity: "error",
  why: "slurmdbd refuses a circle and a QOS that it does not know: jobs of two that preempt each other would requeue each other for ever.",
  source: PREEMPT,
  *check({ config, env }) {
    const all = qosOf(env);
    const names = all.map(({ name }) => name);
    for (const { name, preempts: below } of all) {
      for (const [index, other] of below.entries()) {
        const written = config.slurm?.qos[name]?.preempts?.indexOf(other) ?? -1;
        const path = qosPath(name, "preempts", ...(written >= 0 ? [written] : []));
        if (!names.includes(other)) {
          const message = `there is no QOS ${JSON.stringify(other)}; there are ${orList(names)}`;
          yield { path, message, fix: didYouMean(other, names) ?? "name one of them, or add it to slurm.qos" };
          continue;
        }
        if (other === name) {
          yield { path, message: `${name} preempts itself`, fix: `take ${name} out of the list` };
          continue;
        }
        const way = wayBack(other, name, all);
        // told once, where config says it
        if (way === null || index < 0 || written < 0) continue;
        yield {
          path,
          message: `${name} preempts ${other}, which preempts ${way.slice(1).join(", which preempts ")}`,
          fix: `take ${other} out of the list, or ${way[1] ?? name} out of that of ${other}`,
        };
      }
    }
  },
};

/** QOS from one to another by what each preempts, both ends in it; null: there is no way. */
function wayBack(from: string, to: string, all: readonly ResolvedQos[], seen: readonly string[] = []): string[] | null {
  if (from === to) return [to];
  if (seen.includes(from)) return null;
  for (const next of all.find(({ name }) => name === from)?.preempts ?? []) {
    const rest = wayBack(next, to, all, [...seen, from]);
    if (rest) return [from, ...rest];
  }
  return null;
}

const preemptsUpwards: Rule = {
  id: "slurm/qos-preempts-upwards",
  title: "A QOS preempts those of lower priority.",
  severity: "warning",
  why: "Jobs that were preempted wait before those for which they were: they take the nodes back as soon as one is free, and lose the work of the time between.",
  source: PREEMPT,
  *check({ env }) {
    const all = qosOf(env);
    for (const { name, priority, preempts: below } of all) {
      for (const other of all.filter((one) => below.includes(one.name) && one.priority > priority)) {
        yield {
          path: qosPath(name, "preempts"),
          message: `${name} has priority ${priority} and preempts ${other.name}, which has ${other.priority}`,
          fix: `write priority: ${other.priority + 1} or more for ${name}, or less than ${priority} for ${other.name}`,
        };
      }
    }
  },
};

const unknownType: Rule = {
  id: "slurm/qos-gpu-type",
  title: "Limits of QOS are for types of GPUs that Slurm has.",
  severity: "error",
  why: "slurmdbd refuses a limit on a resource that no node ever had, and the deployment with it.",
  source: LIMITS,
  *check({ env }) {
    const types = [...fleetByType(env).keys()];
    for (const { name, limits } of qosOf(env)) {
      for (const [key, { byType }] of gpuLimits(limits)) {
        for (const type of Object.keys(byType).filter((one) => !types.includes(one))) {
          yield {
            path: qosPath(name, key, type),
            message: `no partition has GPUs of type ${JSON.stringify(type)}; there ${types.length ? `are ${orList(types)}` : "is none"}`,
            fix: didYouMean(type, types) ?? "write the type as Slurm has it, or take it out",
          };
        }
      }
    }
  },
};

const aboveFleet: Rule = {
  id: "slurm/qos-above-fleet",
  title: "Limits of QOS are no larger than what there is in their partitions at full size.",
  severity: "error",
  why: "Such a limit never holds: a number is wrong. Ranges count with nodes.max, Capacity Blocks with all of their nodes; where nodes is 0 nothing is compared.",
  source: LIMITS,
  *check({ env }) {
    const known = fleetByType(env);
    for (const { name, limits, partitions } of qosOf(env)) {
      // those that are not there are told of elsewhere
      const fleet = fleetByType(env, partitions);
      const all = [...fleet.values()].reduce((sum, count) => sum + count, 0);
      const whose = partitions ? `its partitions, ${partitions.join(" and ")}` : "all partitions";
      for (const [key, { any, byType }] of gpuLimits(limits)) {
        // partitions with GPUs whose nodes are still to come
        const isEmpty = fleet.size > 0 && all === 0;
        if (any !== null && any > all && !isEmpty) {
          yield {
            path: qosPath(name, key),
            message: `${any} GPUs are more than the ${all} of ${whose}`,
            fix: all ? `write ${key}: ${all} or less, or leave it out` : "leave it out",
          };
        }
        for (const [type, count] of Object.entries(byType)) {
          const most = fleet.get(type) ?? 0;
          if (!known.has(type) || count <= most || (fleet.has(type) && most === 0)) continue;
          yield {
            path: qosPath(name, key, type),
            message: `${count} GPUs of type ${type} are more than the ${most} of ${whose}`,
            fix: most > 0 ? `write ${most} or less, or leave it out` : "leave it out",
          };
        }
      }
    }
  },
};

const limitsOrder: Rule = {
  id: "slurm/qos-limits-order",
  title: "A job has no more GPUs than its user, a user no more than a team, and a team no more than the QOS.",
  severity: "warning",
  why: "The narrower limit is never reached, since the wider one holds first; most likely two numbers were mixed up.",
  source: LIMITS,
  *check({ env }) {
    for (const { name, limits } of qosOf(env)) {
      const order = (["gpusPerJob", "gpusPerUser", "gpusPerTeam", "gpus"] as const).flatMap((key) => {
        const { any } = limits[key];
        return any === null ? [] : [{ key, any }];
      });
      for (const [index, narrow] of order.entries()) {
        const wide = order.slice(index + 1).find(({ any }) => any < narrow.any);
        if (wide === undefined) continue;
        yield {
          path: qosPath(name, narrow.key),
          message: `${narrow.key} is ${narrow.any}, and ${wide.key} ${wide.any}`,
          fix: `write ${wide.any > 0 ? `${narrow.key}: ${wide.any} or less, or ` : ""}${wide.key}: ${narrow.any} or more`,
        };
      }
    }
  },
};

const timeOrder: Rule = {
  id: "slurm/qos-time-order",
  title: "The longest time of a QOS is one that a partition allows.",
  severity: "error",
  why: "Above the longest time of all its partitions the limit never holds; most likely two numbers were mixed up.",
  source: QOS,
  *check({ env }) {
    for (const qos of qosOf(env)) {
      const {
        name,
        limits: { maxHours },
      } = qos;
      const all = partitionsOfQos(env, qos);
      if (maxHours === null || all.length === 0) continue;
      const longest = Math.max(...all.map(([, partition]) => partition.maxHours));
      if (maxHours <= longest) continue;
      yield {
        path: qosPath(name, "maxHours"),
        message: `jobs in ${name} may last ${limitText(maxHours)}, and the partitions allow ${limitText(longest)} at most`,
        fix: `write maxHours: ${longest} or less, or leave it out`,
      };
    }
  },
};

const neverPreempted: Rule = {
  id: "slurm/qos-exempt-never",
  title: "Jobs that are to be preempted run longer than the time in which none is.",
  severity: "warning",
  why: "A job that ends before its exempt time is over is never preempted: whoever is to have its nodes waits for its end.",
  source: `${PREEMPT}; https://slurm.schedmd.com/slurm.conf.html#OPT_PreemptExemptTime`,
  *check({ env }) {
    for (const qos of qosOf(env)) {
      const { name, limits } = qos;
      const above = qosOf(env).filter(({ preempts: below }) => below.includes(name));
      const all = partitionsOfQos(env, qos);
      if (limits.exemptMinutes === null || above.length === 0 || all.length === 0) continue;
      const longest = Math.min(limits.maxHours ?? Infinity, Math.max(...all.map(([, { maxHours }]) => maxHours)));
      if (limits.exemptMinutes < longest * 60) continue;
      yield {
        path: qosPath(name, "exemptMinutes"),
        message: `jobs in ${name} last ${limitText(longest)} at most, and none is preempted in its first ${limits.exemptMinutes} minutes: ${above.map((one) => one.name).join(" and ")} never ${above.length > 1 ? "preempt" : "preempts"} it`,
        fix: `write exemptMinutes: ${Math.max(1, Math.floor(longest * 30))}, or another number below ${Math.ceil(longest * 60)}`,
      };
    }
  },
};

/** Limits and order of QOS. */
export const SLURM_QOS_RULES: readonly Rule[] = [
  nameReserved,
  preempts,
  preemptsUpwards,
  unknownType,
  aboveFleet,
  limitsOrder,
  timeOrder,
  neverPreempted,
];
