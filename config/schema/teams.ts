import { z } from "zod";
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
  users: key(z.array(z.string().regex(/^[a-z_][a-z0-9_-]{0,31}$/, "must be a Linux user name")).default([]), {
    description: "Slurm users of the team.",
    update: "in-place",
  }),
});
