import { didYouMean, orList } from "../kernel/nearest";
import { openMinutesOf } from "./resolve";
import { clockChanges } from "./clock-changes";
import type { AwsRule } from "../sites/aws-eks/rule";
import { ec2Entries, ec2Groups } from "../sites/aws-eks/nodes/ec2-groups";
import { followsJobs } from "../components/scaling";

const SCHEDULED = "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-scheduled-scaling.html";
const LIMITS = "https://docs.aws.amazon.com/autoscaling/ec2/userguide/scheduled-scaling-create-scheduled-action.html";

const production: AwsRule = {
  id: "schedule/production",
  title: "Production runs day and night.",
  severity: "error",
  why: "Jobs on nodes that go are stopped, every evening, and nobody is there to see it.",
  source: SCHEDULED,
  *check({ config, env }) {
    if (!config.schedule || !env.production) return;
    yield {
      path: ["schedule"],
      message: `the environment is production, and its nodes would go at ${config.schedule.end}`,
      fix: 'take schedule out, or write profile: "development"; ignore this rule where production has such hours',
    };
  },
};

const order: AwsRule = {
  id: "schedule/order",
  title: "Nodes are started and stopped at different times.",
  severity: "error",
  why: "Two actions of a group at one time are refused by Auto Scaling; and whether no hour is meant or a whole day, nobody can tell.",
  source: LIMITS,
  *check({ config: { schedule } }) {
    if (!schedule || openMinutesOf(schedule) > 0) return;
    yield {
      path: ["schedule", "end"],
      message: `nodes would go at ${schedule.end}, the time at which they are started`,
      fix: "give another end; one before the start is on the next day",
    };
  },
};

const drain: AwsRule = {
  id: "schedule/drain",
  title: "Jobs have some time between the start of nodes and their drain.",
  severity: "error",
  why: "Slurm would start no job at all.",
  source: "https://slurm.schedmd.com/reservations.html",
  *check({ config: { schedule }, env }) {
    const open = env.schedule?.openMinutes ?? 0;
    if (!schedule || open === 0 || schedule.drainMinutes < open) return;
    yield {
      path: ["schedule", "drainMinutes"],
      message: `drainMinutes is ${schedule.drainMinutes}, and nodes run ${open} minutes a day`,
      fix: `write a number below ${open}, or longer hours`,
    };
  },
};

const groupsExist: AwsRule = {
  id: "schedule/groups-exist",
  title: "The schedule names node groups that exist.",
  severity: "error",
  why: "A group that is not there cannot follow hours; the one that was meant runs day and night.",
  source: `${SCHEDULED}; Railyard's own design: what does nothing is told`,
  *check({ config: { schedule, nodeGroups } }) {
    const names = Object.keys(nodeGroups);
    for (const [index, name] of (schedule?.nodeGroups ?? []).entries()) {
      if (names.includes(name)) continue;
      yield {
        path: ["schedule", "nodeGroups", index],
        message: `there is no node group ${JSON.stringify(name)}; there ${names.length ? `are ${orList(names)}` : "is none"}`,
        fix: didYouMean(name, names) ?? "name a group of nodeGroups, or leave the key out",
      };
    }
  },
};

const paidCapacity: AwsRule = {
  id: "schedule/paid-capacity",
  title: "Only nodes that are paid by the hour follow hours.",
  severity: "error",
  why: "Reservations and Capacity Blocks are paid whether nodes run or not: stopping them saves nothing and stops jobs.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-pricing-billing.html",
  *check({ config }) {
    const groups = new Map(ec2Entries(config));
    for (const [index, name] of (config.schedule?.nodeGroups ?? []).entries()) {
      const kind = groups.get(name)?.capacity.kind;
      if (kind !== "reservation" && kind !== "capacity-block") continue;
      yield {
        path: ["schedule", "nodeGroups", index],
        message: `${name} runs in a ${kind === "reservation" ? "reservation" : "Capacity Block"}, which is paid for at night, too`,
        fix: `take ${name} out of the list`,
      };
    }
  },
};

const nothing: AwsRule = {
  id: "schedule/nothing",
  title: "A schedule has a node group that follows it.",
  severity: "warning",
  why: "Without one it does nothing.",
  source: `${SCHEDULED}; Railyard's own design: what does nothing is told`,
  *check({ config, env }) {
    if (!config.schedule || config.schedule.nodeGroups || env.schedule?.nodeGroups.length) return;
    yield {
      path: ["schedule"],
      message: "no node group is on-demand or spot: all of them are paid for day and night",
      fix: "take schedule out",
    };
  },
};

const autoscaler: AwsRule = {
  id: "schedule/autoscaler",
  title: "Nothing else starts nodes of groups that follow hours.",
  severity: "warning",
  why: "At the end the group is set to no nodes once; an autoscaler that finds waiting pods starts new ones.",
  source: SCHEDULED,
  *check({ config, env }) {
    for (const name of env.schedule?.nodeGroups ?? []) {
      const nodes = config.nodeGroups[name]?.nodes;
      if (nodes === undefined || typeof nodes === "number") continue;
      // outside of the hours jobs ask for none: see constructs/slurm/job-scaling-query.ts
      if (ec2Groups(env).some((group) => group.name === name && followsJobs(env, group))) continue;
      yield {
        path: ["nodeGroups", name, "nodes"],
        message: `nodes is a range, within which something else chooses: it may start nodes of ${name} outside of the hours`,
        fix: `write a number, or name the groups that follow the hours in schedule.nodeGroups, without ${name}`,
      };
    }
  },
};

const pauseOver: AwsRule = {
  id: "schedule/pause-over",
  title: "A pause of the schedule is not over.",
  severity: "warning",
  why: "It does nothing any more, and the next reader takes it for one that holds.",
  source: `${SCHEDULED}; Railyard's own design: what does nothing is told`,
  *check({ config: { schedule }, env }) {
    if (!schedule?.pausedUntil || env.schedule?.paused) return;
    yield {
      path: ["schedule", "pausedUntil"],
      message: `the pause ended with ${schedule.pausedUntil}`,
      fix: "take pausedUntil out, or give a later day",
    };
  },
};

/** Hours in which nodes run. */
export const SCHEDULE_RULES: readonly AwsRule[] = [
  production,
  order,
  drain,
  groupsExist,
  paidCapacity,
  nothing,
  autoscaler,
  clockChanges,
  pauseOver,
];
