import { z } from "zod";
import { queueQuota } from "../kueue/schema";
import { usdPerMonth } from "../money/budget-schema";
import { arnSchema, key, nameSchema } from "../kernel/key";
import { userNameSchema } from "../slurm/user-name";
import { directoryGroupSchema } from "./directory-group";
import { groupNameSchema } from "./group-name";

/** What a team has in Kubernetes, beside Slurm. */
const namespace = z.strictObject({
  gpus: key(z.int().min(0).optional(), {
    description:
      "Most GPUs of the team's pods in its namespace at one time, of the `gpus` that it may use in all; its jobs in Slurm have the rest.",
    unit: "GPUs",
    defaultNote: "0 where Slurm has the GPUs, else all of the team's gpus",
    update: "in-place",
  }),
  quota: queueQuota,
  groups: key(z.array(groupNameSchema).max(20).default([]), {
    description:
      'Groups of Kubernetes that may edit what is in the namespace, beside "railyard:<team>": those of an identity provider, or of access entries that somebody else makes.',
    example: ["oidc:vision"],
    update: "in-place",
  }),
  members: key(z.array(arnSchema("iam", "an IAM role or user")).default([]), {
    description:
      'IAM roles or users of the team: each gets an access entry with the group "railyard:<team>", and no right beyond its teams\' namespaces.',
    example: ["arn:aws:iam::111122223333:role/vision"],
    update: "in-place",
  }),
});

/** One team: a Slurm account and a Kubernetes namespace. */
export const teamSchema = z.strictObject({
  share: key(z.int().min(1).max(10000).default(100), {
    description: "Fair-share weight against the other teams.",
    update: "in-place",
  }),
  gpus: key(z.int().min(0).optional(), {
    description: "Most GPUs that the team may use at one time, in Slurm and in its namespace together.",
    unit: "GPUs",
    defaultNote: "no limit",
    update: "in-place",
  }),
  gpusByType: key(z.record(z.string(), z.int().min(0)).default({}), {
    description:
      "Most GPUs of each type that the team's jobs in Slurm may use at one time, within gpus, by the types of Slurm.",
    unit: "GPUs",
    example: { h100: 32 },
    update: "in-place",
    source: "https://slurm.schedmd.com/resource_limits.html",
  }),
  gpuHours: key(z.int().min(1).max(100_000_000).optional(), {
    description:
      "Most GPU hours that the team's running jobs have before them, by their time limits: short jobs may be large, and long ones are small.",
    unit: "GPU hours",
    defaultNote: "no limit",
    update: "in-place",
    source: "https://slurm.schedmd.com/resource_limits.html",
  }),
  burst: key(z.int().min(1).optional(), {
    description:
      "GPUs beyond gpus that the team may use while nobody else needs them, by jobs with --qos=burst-<team>: they run before scavenger, count in fair share, and are requeued for everyday jobs of any team.",
    unit: "GPUs",
    defaultNote: "none; scavenger is always there",
    update: "in-place",
  }),
  parent: key(nameSchema(30).optional(), {
    description:
      "Team above this one: its share is divided among its teams, and so are its GPUs. A team without gpus of its own uses those of the next one above.",
    defaultNote: "none: a team of its own",
    update: "in-place",
    source: "https://slurm.schedmd.com/fair_tree.html",
  }),
  partitions: key(z.array(z.string()).optional(), {
    description: "Partitions that the team's jobs may use.",
    defaultNote: "those of the team above, or all",
    update: "in-place",
    updateNote: "Jobs that wait in a partition that goes from the list are not started; running ones go on.",
  }),
  qos: key(z.array(nameSchema(30)).default([]), {
    description: "QOS of slurm.qos, or high, that the team may use beside its own and scavenger.",
    update: "in-place",
  }),
  coordinators: key(z.array(userNameSchema).default([]), {
    description:
      "Users of the team who may add and remove users of it and of teams below, and change their limits, with sacctmgr.",
    update: "in-place",
    source: "https://slurm.schedmd.com/sacctmgr.html#SECTION_GENERAL-SPECIFICATIONS-FOR-ASSOCIATION-BASED-ENTITIES",
  }),
  monthlyUsd: key(usdPerMonth.optional(), {
    description:
      "What GPUs of the team's jobs may cost in 30 days: an alert at 80 % and at 100 %. Counted by Slurm at the list price of a GPU, the mean of all GPUs of the cluster; AWS does not know whose job a node runs.",
    unit: "USD",
    defaultNote: "no alert",
    update: "in-place",
  }),
  users: key(z.array(userNameSchema).default([]), {
    description:
      "Users of the team, by their names in `slurm.users`: their jobs count against its share and its quota.",
    update: "in-place",
  }),
  directoryGroups: key(
    z
      .array(directoryGroupSchema)
      .max(20)
      .refine((given) => new Set(given).size === given.length, "must name each group once")
      .default([]),
    {
      description:
        "Groups of the directory of `slurm.directorySecretName` whose people are users of the team, beside those of users: asked every ten minutes, without a deployment. Who leaves a group stays in the team, and is told of in the log of the CronJob slurm-members; with `slurm.prune` they go once they have no job.",
      example: ["ml-vision"],
      update: "in-place",
      updateNote:
        "People come within ten minutes. Those of a group that is taken out stay unless prune says otherwise.",
      source: "https://man7.org/linux/man-pages/man1/getent.1.html",
    },
  ),
  namespace: key(namespace.prefault({}), {
    description: "The team's namespace, which has the team's name: who may use it, and its share of the GPUs.",
    update: "in-place",
    updateNote: "The namespace of a team that is taken out stays, with all that is in it; rights and quota go.",
  }),
});
