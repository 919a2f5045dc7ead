import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import { fleetByType, perGpuByType } from "../slurm/fleet";
import { partitionsOf } from "../slurm/partitions";
import { quotaLeft } from "./quota";
import { isTeam, limitedBelow, quotaOwner, teamPartitions, teamsAbove } from "./tree";

const ACCOUNTING = "https://slurm.schedmd.com/accounting.html";
const LIMITS = "https://slurm.schedmd.com/resource_limits.html";

const parent: Rule = {
  id: "teams/parent",
  title: "The team above a team exists, and is not below it.",
  severity: "error",
  why: "Accounts of Slurm are a tree: an account above that is not there, or in a circle, is refused.",
  source: ACCOUNTING,
  *check({ env: { teams } }) {
    const names = Object.keys(teams);
    for (const [name, { parent: above }] of Object.entries(teams)) {
      if (above === undefined) continue;
      const path = ["teams", name, "parent"];
      if (!isTeam(teams, above)) {
        const others = names.filter((one) => one !== name);
        const message = `there is no team ${JSON.stringify(above)}`;
        yield { path, message, fix: didYouMean(above, others) ?? "name a team, or take parent out" };
      } else if (above === name) {
        yield { path, message: `${name} is above itself`, fix: "take parent out, or name another team" };
      } else if (teams[above]?.parent !== undefined && [above, ...teamsAbove(teams, above)].includes(name)) {
        yield {
          path,
          message: `${name} is below ${above}, and ${above} below ${name}`,
          fix: "take parent out of the one that is above",
        };
      }
    }
  },
};

const parentQuota: Rule = {
  id: "teams/parent-quota",
  title: "Teams together have no more than the team above them.",
  severity: "error",
  why: "What teams with limits of their own may use is taken off that of the team above: nothing may be missing, or the limit above would not hold.",
  source: `${LIMITS}; Railyard's own design: Slurm holds a job against the quota of one QOS, that of its team`,
  *check({ env: { teams } }) {
    for (const name of Object.keys(teams)) {
      const below = limitedBelow(teams, name);
      if (below.length === 0) continue;
      const { gpus, gpusByType, gpuHours } = quotaLeft(teams, name);
      const given = teams[name]!;
      const words = (what: string, all: number, left: number) => ({
        path: ["teams", name, what],
        message: `${name} may use ${all}, and the teams below it, ${below.join(" and ")}, ${all - left} together`,
        fix: `write ${what}: ${all - left} or more for ${name}, or less for those below`,
      });
      if (given.gpus !== undefined && gpus !== null && gpus < 0) yield words("gpus", given.gpus, gpus);
      if (given.gpuHours !== undefined && gpuHours !== null && gpuHours < 0)
        yield words("gpuHours", given.gpuHours, gpuHours);
      for (const [type, left] of Object.entries(gpusByType)) {
        if (left >= 0) continue;
        const { message, fix } = words("gpusByType", given.gpusByType[type]!, left);
        yield { path: ["teams", name, "gpusByType", type], message: `${message}: GPUs of type ${type}`, fix };
      }
      for (const one of below.filter((other) => given.gpus !== undefined && teams[other]!.gpus === undefined)) {
        yield {
          path: ["teams", one],
          message: `${name} may use ${given.gpus} GPUs, and ${one} below it has other limits of its own, but none on gpus: it would not count against them`,
          fix: `write gpus for ${one}, or take its other limits out`,
        };
      }
    }
  },
};

const partitions: Rule = {
  id: "teams/partitions",
  title: "Every team has a partition that exists, and that the team above it has.",
  severity: "error",
  why: "A team in no partition starts no job, and a partition that denies a team denies those below it.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_DenyAccounts",
  *check({ env }) {
    const { slurm, teams } = env;
    if (!slurm) return;
    const names = partitionsOf(env).map(([name]) => name);
    for (const [team, { partitions: own, parent: above }] of Object.entries(teams)) {
      if (own === undefined) continue;
      const path = ["teams", team, "partitions"];
      if (own.length === 0) {
        yield {
          path,
          message: `${team} is in no partition: Slurm refuses all its jobs`,
          fix: `name one, such as ${names[0]}, or take partitions out for all of them`,
        };
      }
      const higher = above === undefined || !isTeam(teams, above) ? null : teamPartitions(teams, above);
      for (const [index, name] of own.entries()) {
        if (!names.includes(name)) {
          const message = `there is no partition ${JSON.stringify(name)}; there are ${orList(names)}`;
          yield { path: [...path, index], message, fix: didYouMean(name, names) ?? "name one of them" };
        } else if (higher && !higher.includes(name)) {
          yield {
            path: [...path, index],
            message: `${above}, which is above ${team}, may not use ${name}`,
            fix: `add ${name} to the partitions of ${above}, or take it out here`,
          };
        }
      }
    }
  },
};

const defaultPartition: Rule = {
  id: "teams/default-partition",
  title: "Teams may use the partition of jobs that name none.",
  severity: "warning",
  why: "Slurm takes the default partition for a job that names none, and refuses the job where it is closed to the team: its people must write --partition each time.",
  source: "https://slurm.schedmd.com/sbatch.html#OPT_partition",
  *check({ env }) {
    const [main] = partitionsOf(env).find(([, partition]) => partition.default) ?? [];
    if (main === undefined) return;
    for (const [team, { partitions: own }] of Object.entries(env.teams)) {
      // told where it is written, and not again of the teams below
      if (own === undefined || own.length === 0 || own.includes(main)) continue;
      yield {
        path: ["teams", team, "partitions"],
        message: `${team} may not use ${main}, where jobs go that name no partition: they are refused`,
        fix: `tell its people to write --partition=${own[0]}, or SBATCH_PARTITION=${own[0]} in their profiles, or add ${main}`,
      };
    }
  },
};

const teamQos: Rule = {
  id: "teams/qos",
  title: "Teams have QOS that exist, and that they can use in one of their partitions.",
  severity: "error",
  why: "sacctmgr refuses a QOS that it does not know, and Slurm each job in one that no partition of the team takes.",
  source: "https://slurm.schedmd.com/qos.html",
  *check({ env }) {
    const { slurm, teams } = env;
    if (!slurm) return;
    const names = slurm.qos.map(({ name }) => name).filter((name) => name !== "scavenger" && name !== "standard");
    const all = partitionsOf(env).map(([name]) => name);
    for (const [team, { qos }] of Object.entries(teams)) {
      for (const [index, name] of qos.entries()) {
        const path = ["teams", team, "qos", index];
        const found = slurm.qos.find((one) => one.name === name);
        if (!found || !names.includes(name)) {
          const message = found
            ? `${name} is none that a team is given: each has its own, and scavenger`
            : `there is no QOS ${JSON.stringify(name)}; there are ${orList(names)}`;
          yield { path, message, fix: didYouMean(name, names) ?? "add it to slurm.qos, or take it out" };
          continue;
        }
        const may = teamPartitions(teams, team) ?? all;
        if (!found.partitions || found.partitions.some((one) => may.includes(one))) continue;
        yield {
          path,
          message: `${name} is for ${found.partitions.join(" and ")}, and ${team} has ${may.join(" and ") || "no partition"}`,
          fix: `take ${name} out, or give ${team} one of its partitions`,
        };
      }
    }
  },
};

const gpuType: Rule = {
  id: "teams/gpu-type",
  title: "Quotas are for types of GPUs that Slurm has.",
  severity: "error",
  why: "slurmdbd refuses a limit on a resource that no node ever had, and the deployment with it.",
  source: LIMITS,
  *check({ env }) {
    if (!env.slurm) return;
    const fleet = fleetByType(env);
    const types = [...fleet.keys()];
    const perGpu = perGpuByType(env);
    for (const [team, { gpus, gpusByType }] of Object.entries(env.teams)) {
      for (const [type, count] of Object.entries(gpusByType)) {
        const path = ["teams", team, "gpusByType", type];
        // gpus are whole ones: of instances they are more
        const own = gpus === undefined ? Infinity : Math.floor(gpus * (perGpu.get(type) ?? 1));
        // 0: its nodes are still to come
        const most = Math.min(fleet.get(type) || Infinity, own);
        if (!types.includes(type)) {
          yield {
            path,
            message: `no partition has GPUs of type ${JSON.stringify(type)}; there ${types.length ? `are ${orList(types)}` : "is none"}`,
            fix: didYouMean(type, types) ?? "write the type as Slurm has it, or take it out",
          };
        } else if (count > most) {
          yield {
            path,
            message: `the team may use ${count} GPUs of type ${type}, and ${most === own ? `${gpus} in all${own === gpus ? "" : `, which are ${own} of those`}` : `the partitions have ${most}`}`,
            fix: `write ${most} or less, or leave it out`,
          };
        }
      }
    }
  },
};

const severalTeams: Rule = {
  id: "teams/default-team",
  title: "Who is in several teams has one that pays for jobs which name none.",
  severity: "error",
  why: "Slurm would take the team in which the user was first, whichever that is, and refuses a default in which the user is not.",
  source: ACCOUNTING,
  *check({ env: { slurm, teams } }) {
    if (!slurm) return;
    const teamsOf = (user: string) =>
      Object.entries(teams)
        .filter(([, { users, coordinators }]) => users.includes(user) || coordinators.includes(user))
        .map(([name]) => name);
    const all = new Set(Object.values(teams).flatMap(({ users, coordinators }) => [...users, ...coordinators]));
    for (const user of all) {
      const own = teamsOf(user);
      if (own.length < 2 || Object.hasOwn(slurm.defaultTeams, user)) continue;
      yield {
        path: ["slurm", "defaultTeams"],
        message: `${user} is in ${own.join(" and ")}, and none of them is the default`,
        fix: `write slurm: { defaultTeams: { ${JSON.stringify(user)}: ${JSON.stringify(own[0])} } }, or the other one`,
      };
    }
    for (const [user, team] of Object.entries(slurm.defaultTeams)) {
      const own = teamsOf(user);
      // whom a directory has, nobody knows here
      const byGroup = isTeam(teams, team) && teams[team]!.directoryGroups.length > 0;
      if (own.includes(team) || byGroup) continue;
      yield {
        path: ["slurm", "defaultTeams", user],
        message: own.length
          ? `${user} is not in ${JSON.stringify(team)}, but in ${own.join(" and ")}`
          : `${user} is in no team`,
        fix: own.length ? `write ${JSON.stringify(own[0])}, or add ${user} to the users of ${team}` : "take it out",
      };
    }
  },
};

const systemUser: Rule = {
  id: "teams/system-user",
  title: "Members of teams are people, not root and not Slurm itself.",
  severity: "error",
  why: "root and slurm are administrators of Slurm: in a team their jobs would count against it, and their account would be another.",
  source: "https://slurm.schedmd.com/user_permissions.html",
  *check({ env: { teams } }) {
    for (const [team, { users, coordinators }] of Object.entries(teams)) {
      for (const [key, list] of Object.entries({ users, coordinators })) {
        for (const [index, user] of list.entries()) {
          if (user !== "root" && user !== "slurm") continue;
          yield {
            path: ["teams", team, key, index],
            message: `${user} is a user of the system and an administrator of Slurm`,
            fix: "name a person",
          };
        }
      }
    }
  },
};

const burstWithoutQuota: Rule = {
  id: "teams/burst-without-quota",
  title: "A team that may use more than its quota has one.",
  severity: "error",
  why: "Without gpus there is nothing beyond which its jobs would be: all are everyday jobs, which nobody requeues.",
  source: LIMITS,
  *check({ env: { teams } }) {
    for (const [team, { burst, gpus }] of Object.entries(teams)) {
      if (burst === undefined || gpus !== undefined) continue;
      const owner = quotaOwner(teams, team);
      yield {
        path: ["teams", team, "burst"],
        message: `${team} may use ${burst} GPUs beyond its quota, and has none`,
        fix: `write gpus, or take burst out${owner === team ? "" : ` and give it to ${owner}`}`,
      };
    }
  },
};

/** Teams as the tree of accounts that they are in Slurm, and who is in them. */
export const TEAM_TREE_RULES: readonly Rule[] = [
  parent,
  parentQuota,
  partitions,
  defaultPartition,
  teamQos,
  gpuType,
  severalTeams,
  systemUser,
  burstWithoutQuota,
];
