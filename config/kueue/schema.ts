import { z } from "zod";
import {
  KUEUE_FRAMEWORKS_SOURCE,
  KUEUE_JOBS,
  KUEUE_OPERATORS,
  type KueueJob,
  type KueueOperator,
} from "../facts/kueue";
import { key } from "../kernel/key";

const operators = Object.keys(KUEUE_OPERATORS) as [KueueOperator, ...KueueOperator[]];
const jobKinds = Object.keys(KUEUE_JOBS) as [KueueJob, ...KueueJob[]];

const sharing = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("quota"),
    borrowing: key(z.boolean().default(true), {
      description:
        "Whether a team may use what others leave free of theirs; its jobs give way when those want it back.",
      update: "in-place",
      source: "https://kueue.sigs.k8s.io/docs/concepts/fair_sharing/",
    }),
  }),
  z.strictObject({
    kind: z.literal("history"),
    halfLifeHours: key(z.number().positive().max(8760).default(168), {
      description: "Time after which what a team has used counts half.",
      unit: "hours",
      update: "in-place",
      source: "https://kueue.sigs.k8s.io/docs/concepts/admission_fair_sharing/",
    }),
  }),
]);

/** Queues of Kubernetes jobs for the teams of an environment, by Kueue. */
export const kueueSchema = z.strictObject({
  nodeGroups: key(z.array(z.string()).min(1), {
    description:
      "Node groups whose GPUs jobs in the namespaces of teams get by queue. None of them is in a partition of Slurm: both would count the same GPUs.",
    example: ["l40s"],
    update: "in-place",
    updateNote: "Jobs on nodes that leave go on to their end.",
  }),
  sharing: key(sharing.prefault({ kind: "quota" }), {
    description:
      '"quota": each team has GPUs of its own, by its share or by `teams.<team>.namespace.quota`, and lends what it does not use. "history": all GPUs are one, and jobs of those go first who have used the least for their share.',
    update: "in-place",
    updateNote: "Another kind makes all queues anew: jobs that wait lose their place.",
  }),
  jobs: key(
    z
      .array(z.enum(jobKinds))
      .min(1)
      .refine((given) => new Set(given).size === given.length, "must name each kind once")
      .default(["job", "pod"]),
    {
      description:
        "Kinds of jobs that wait in the queues. Others in namespaces of teams do not wait, and no quota of Kueue counts them. Kinds of other operators are held once their operator is there.",
      example: ["job", "jobset", "rayjob", "pod"],
      update: "in-place",
      source: KUEUE_FRAMEWORKS_SOURCE,
    },
  ),
  operators: key(
    z
      .array(z.enum(operators))
      .refine((given) => new Set(given).size === given.length, "must name each operator once")
      .default([]),
    {
      description:
        "Operators of kinds of jobs that are installed beside Kueue: JobSet, KubeRay, LeaderWorkerSet, Kubeflow Trainer, which makes JobSets of its jobs, and the MPI operator. People of a team may write their kinds in its namespace.",
      example: ["jobset", "trainer"],
      update: "in-place",
      updateNote:
        "Jobs of an operator that is taken out are left as they are: nothing starts or ends their pods any more.",
    },
  ),
  readyMinutes: key(z.int().min(1).max(1440).default(30), {
    description:
      "Time in which all pods of a job must be ready: a job of which some never are gives its GPUs back, and waits again.",
    unit: "minutes",
    update: "in-place",
    source: "https://kueue.sigs.k8s.io/docs/tasks/manage/setup_wait_for_pods_ready/",
  }),
  keepFinishedHours: key(z.int().min(1).max(8760).default(168), {
    description: "How long the record of a job that is done is kept in its queue. The job itself stays.",
    unit: "hours",
    update: "in-place",
  }),
});

/** GPUs of node groups, by their name. */
export const queueQuota = key(z.record(z.string(), z.int().min(0).max(1_000_000)).default({}), {
  description:
    "GPUs of each node group that are the team's own in Kueue, with `kueue.sharing.kind` quota: it lends what it does not use, and gets it back. What config leaves open is shared out by `share`.",
  unit: "GPUs",
  example: { l40s: 16 },
  update: "in-place",
});
