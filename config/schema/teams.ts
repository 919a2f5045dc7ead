import { z } from "zod";
import { usdPerMonth } from "./budget";
import { key } from "./key";

/** One team: a Slurm account and a Kubernetes namespace. */
export const teamSchema = z.strictObject({
  share: key(z.int().min(1).max(10000).default(100), {
    description: "Fair-share weight against the other teams.",
    update: "in-place",
  }),
  gpus: key(z.int().min(0).optional(), {
    description: "Most GPUs that the team may use at one time.",
    unit: "GPUs",
    defaultNote: "no limit",
    update: "in-place",
  }),
  monthlyUsd: key(usdPerMonth.optional(), {
    description:
      "What GPUs of the team's jobs may cost in 30 days: an alert at 80 % and at 100 %. Counted by Slurm at the list price of a GPU, the mean of all GPUs of the cluster; AWS does not know whose job a node runs.",
    unit: "USD",
    defaultNote: "no alert",
    update: "in-place",
  }),
  users: key(z.array(z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, "must be a Linux user name")).default([]), {
    description: "Slurm users of the team.",
    update: "in-place",
  }),
});
