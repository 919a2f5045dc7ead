import { z } from "zod";
import { key, nameSchema } from "../kernel/key";
import { limitHours } from "./time-limit";

const RESOURCE_LIMITS = "https://slurm.schedmd.com/resource_limits.html";

/** GPUs of any type, or of each type: `{ h100: 16 }`. */
const gpuLimit = z.union(
  [
    z.int().min(0),
    z
      .record(z.string(), z.int().min(0))
      .refine((types) => Object.keys(types).length > 0, "must name at least one type of GPU"),
  ],
  { error: "must be a number of GPUs, such as 16, or numbers by type, such as { h100: 16 }" },
);

/** Limits that a QOS may have. */
export const qosSchema = z.strictObject({
  priority: key(z.int().min(0).max(1_000_000).optional(), {
    description: "Rank of its jobs among all that wait: it counts more than fair share, age and size.",
    defaultNote: "that of standard, 100; scavenger has 0, high 1000",
    update: "in-place",
  }),
  preempts: key(z.array(nameSchema(30)).optional(), {
    description:
      "QOS whose running jobs are told and requeued when its own need their nodes; standard stands for the everyday jobs of all teams, too, and for what teams use beyond their quota.",
    example: ["scavenger"],
    defaultNote: "none; standard preempts scavenger, and high both",
    update: "in-place",
    source: "https://slurm.schedmd.com/preempt.html",
  }),
  graceSeconds: key(z.int().min(0).max(86_400).optional(), {
    description: "Time between the first signal to a job that is preempted and its end, to write a checkpoint.",
    unit: "seconds",
    defaultNote: "300",
    update: "in-place",
  }),
  exemptMinutes: key(z.int().min(1).max(43_200).optional(), {
    description: "How long a job runs before it may be preempted.",
    unit: "minutes",
    defaultNote: "no such time",
    update: "in-place",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_PreemptExemptTime",
  }),
  maxHours: key(limitHours.optional(), {
    description: "Longest time limit of a job in it, within that of the partition.",
    unit: "hours",
    defaultNote: "that of the partition",
    update: "in-place",
  }),
  gpus: key(gpuLimit.optional(), {
    description: "Most GPUs of all its jobs together, or by type.",
    unit: "GPUs",
    defaultNote: "no limit",
    update: "in-place",
    source: RESOURCE_LIMITS,
  }),
  gpusPerUser: key(gpuLimit.optional(), {
    description:
      "Most GPUs that one user has in it at one time. Of standard: in each team, and outside of teams, for itself.",
    unit: "GPUs",
    defaultNote: "no limit",
    update: "in-place",
    source: RESOURCE_LIMITS,
  }),
  gpusPerTeam: key(gpuLimit.optional(), {
    description: "Most GPUs that one team has in it at one time.",
    unit: "GPUs",
    defaultNote: "no limit",
    update: "in-place",
    source: RESOURCE_LIMITS,
  }),
  gpusPerJob: key(gpuLimit.optional(), {
    description: "Most GPUs of one job.",
    unit: "GPUs",
    defaultNote: "no limit",
    update: "in-place",
    source: RESOURCE_LIMITS,
  }),
  gpuHours: key(z.int().min(1).max(100_000_000).optional(), {
    description:
      "Most GPU hours that its running jobs have before them, by their time limits: short jobs may be large, and long ones are small.",
    unit: "GPU hours",
    defaultNote: "no limit",
    update: "in-place",
    source: RESOURCE_LIMITS,
  }),
  jobsPerUser: key(z.int().min(1).max(1_000_000).optional(), {
    description: "Most jobs of one user that run at one time.",
    unit: "jobs",
    defaultNote: "no limit",
    update: "in-place",
  }),
  submittedPerUser: key(z.int().min(1).max(1_000_000).optional(), {
    description: "Most jobs of one user that run or wait.",
    unit: "jobs",
    defaultNote: "no limit",
    update: "in-place",
  }),
  usageFactor: key(z.number().min(0).max(100).optional(), {
    description: "What an hour in it counts for in fair share: 0 is for nothing, 2 is twice.",
    defaultNote: "1; scavenger has 0",
    update: "in-place",
  }),
  partitions: key(z.array(z.string()).min(1).optional(), {
    description: "Partitions in which it may be used. Not for standard: jobs of a team have the QOS of the team.",
    defaultNote: "all",
    update: "in-place",
  }),
  everyone: key(z.boolean().optional(), {
    description: "Whether every team has it. Else those that name it in their qos, and whom an administrator gives it.",
    defaultNote: "false; scavenger is everybody's",
    update: "in-place",
  }),
});

/** QOS by name. */
export const qosByNameSchema = z.record(nameSchema(30), qosSchema);
