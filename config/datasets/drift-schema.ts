import { z } from "zod";
import { key } from "../kernel/key";

/** A path that a shell gets as one word: no line breaks, and nothing that does not show. */
const path = z
  .string()
  .max(512)
  .regex(/^[^\p{C}]+$/u, "must be a path without line breaks")
  .refine((text) => !text.startsWith("-"), "must not begin with a dash");

/** Scripts of jobs as people call them, and samples of Kubernetes: by the ending it is known what starts it. */
const training = path.regex(/\.(?:sbatch|slurm|sh|ya?ml)$/, "must end with .sbatch, .slurm or .sh, or with .yaml");

/** When data of a dataset is another one than that which a model was trained on. */
export const driftSchema = z.strictObject({
  every: key(z.enum(["hour", "day", "week"]).default("day"), {
    description:
      "How often the job of `railyard examples` compares it: of Slurm, which asks for its next run, or a CronJob.",
    update: "none",
  }),
  retrain: key(training.optional(), {
    description:
      "What is started once for a version that drifts: a job of Slurm, by its path or by its name in the folder `training`; of a CronJob the name of a sample with a Job.",
    defaultNote: "nothing: the drift is told",
    example: "fsdp2.sbatch",
    update: "none",
  }),
  restHours: key(z.number().min(0).max(100_000).default(24), {
    description: "How long after the start of a training none is started, whatever drifts.",
    unit: "hours",
    update: "none",
  }),
  psi: key(z.number().min(0.001).max(1000).default(0.2), {
    description:
      "Population stability index from which a column drifts: the sum of (new − old) · ln(new / old) over the shares of its bins.",
    update: "none",
  }),
  ks: key(z.number().min(0.001).max(1).default(0.1), {
    description: "Distance of Kolmogorov and Smirnov from which a column of numbers drifts.",
    update: "none",
    source: "https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.ks_2samp.html",
  }),
});

export type DatasetDrift = z.output<typeof driftSchema>;
