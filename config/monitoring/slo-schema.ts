import { z } from "zod";
import { key, nameSchema } from "../kernel/key";

const FORM = 'must be a share from 80 to 99.99 %, such as 99.5, or "off"';

const share = z.union([z.number().min(80, FORM).max(99.99, FORM), z.literal("off")], { error: FORM });

const START = "must be a share from 80 to 99.99 %, such as 95";

/** Promise of how soon jobs of a QOS start. */
const startSchema = z.strictObject({
  minutes: key(z.int().min(1).max(10_080), {
    description:
      "Within so many minutes jobs start. They are counted from when they may start: not while they are held, before their begin, while they wait for other jobs, or while a limit of their team, QOS or user holds them back.",
    unit: "minutes",
    example: 30,
    update: "in-place",
    updateNote: "What was counted before counts on.",
  }),
  percent: key(z.number().min(80, START).max(99.99, START).default(95), {
    description: "Share of the jobs that do.",
    unit: "%",
    update: "in-place",
  }),
});

const ALERTS = "Alerts and the dashboard of error budgets follow it; nothing else.";

/**
 * What is promised to those who use the cluster, as shares of what was asked of it. A target of 80 % and less is no
 * promise: alerts on how fast its budget is spent could not sound in an hour in which everything fails.
 */
export const slosSchema = z.strictObject({
  nodeAvailability: key(share.default(97), {
    description:
      "Share of the nodes, or of those with GPUs where there is no Slurm, that take jobs. A node that is drained, down or has not joined does not. With 97 % one node of 33 may be out at any time: what repairs and the rollout of images take of a cluster whose GPUs fail as those of published large clusters do.",
    unit: "%",
    update: "in-place",
    updateNote: ALERTS,
    source: "https://arxiv.org/abs/2410.21680",
  }),
  controlPlane: key(share.default(99.9), {
    description:
      "Share of requests that the API of Kubernetes answers without an error of its own, and share of the time in which Slurm's controller answers. 99.9 % is 43 minutes in 30 days; AWS promises 99.95 % for the API of EKS, and one restart of slurmctld on another node takes some of them.",
    unit: "%",
    update: "in-place",
    updateNote: ALERTS,
    source: "https://aws.amazon.com/eks/sla/",
  }),
  goodput: key(share.default(90), {
    description:
      "Share of the time of GPUs in trainings in which these get ahead: stalls for checkpoints, hangs and starts do not. Only trainings that tell of their steps count, from their first step on. 90 % is what the training of Llama 3 kept on 16,000 GPUs; with so low a target only losses of hours wake somebody.",
    unit: "%",
    update: "in-place",
    updateNote: ALERTS,
    source: "https://arxiv.org/abs/2407.21783",
  }),
  checkpointSuccess: key(share.default(99.5), {
    description:
      "Share of the checkpoints of these trainings that become whole: of 200, one may fail. It is Railyard's own choice. Checkpoints are few, so alerts about them wake nobody; that a job has one that failed is told apart.",
    unit: "%",
    update: "in-place",
    updateNote: ALERTS,
  }),
  jobStart: key(z.record(nameSchema(30), startSchema).default({}), {
    description:
      "How soon jobs of Slurm start, by their QOS; standard stands for the everyday jobs of all teams, too. A job is late as soon as it has waited for so long, whether or not it starts then. Too few begin in an hour for an alert that wakes somebody.",
    defaultNote: "nothing is promised: how long jobs wait depends on what a cluster is for",
    example: { high: { minutes: 30 } },
    update: "in-place",
    updateNote: "Where there was no promise before, the pod that counts jobs starts anew.",
  }),
});

/** Promises that are one share each. */
export type SharedPromise = Exclude<keyof z.output<typeof slosSchema>, "jobStart">;
