import { z } from "zod";
import { digested } from "../kernel/image-digest";
import { key } from "../kernel/key";
import { DAYS } from "../schedule/schema";
import { CHECK_IMAGES, type CheckImage } from "./check-images";

/** Checks of the suite `weekly`, and the image without which pods have no program for it; null: every pod has it. */
export const WEEKLY_CHECKS = {
  deployment: null,
  inventory: null,
  "dcgm-3": "nccl-tests",
  copies: "nccl-tests",
  nvlink: "nccl-tests",
  gemm: "torch",
  "nccl-node": null,
  "nvlink-domain": null,
  "nccl-pairs": null,
  "nccl-all": null,
  inference: "vllm",
} as const satisfies Readonly<Record<string, CheckImage | null>>;
export type WeeklyCheck = keyof typeof WEEKLY_CHECKS;

const NAMES = Object.keys(WEEKLY_CHECKS) as [WeeklyCheck, ...WeeklyCheck[]];
const CRON_JOB = "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/";

const image = z
  .string()
  .max(400)
  .regex(/^[a-z0-9][\w.:/@-]*$/i, "must be an image, such as nvcr.io/nvidia/pytorch:25.10-py3");

const weeklySchema = z.strictObject({
  image: key(digested.optional(), {
    description:
      "Railyard's own image, by its digest. Nobody publishes one: `railyard examples <environment>` writes its recipe, images/railyard/Dockerfile. It need not have this environment: the deployment gives it to each run.",
    defaultNote: "none, which is an error",
    example: `registry.example.com/railyard@sha256:${"0".repeat(64)}`,
    update: "in-place",
  }),
  day: key(z.enum(DAYS).default("sun"), { description: "Day on which it runs, in UTC.", update: "in-place" }),
  start: key(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of the day, such as 03:00")
      .default("03:00"),
    { description: "When it starts, in UTC.", example: "03:00", update: "in-place" },
  ),
  hours: key(z.int().min(1).max(24).default(6), {
    description: "After so many hours Kubernetes ends it, and it removes what it made.",
    unit: "hours",
    update: "in-place",
    source: `${CRON_JOB}#jobtemplate`,
  }),
  checks: key(
    z
      .array(z.enum(NAMES))
      .min(1)
      .default(["deployment", "inventory", "nccl-node", "nccl-pairs", "nccl-all"])
      .refine((names) => new Set(names).size === names.length, "must name each check once"),
    {
      description: "Checks of the suite weekly that it runs.",
      example: ["deployment", "inventory", "nccl-node", "nccl-pairs"],
      update: "in-place",
    },
  ),
  images: key(z.partialRecord(z.enum(CHECK_IMAGES), image).default({}), {
    description:
      "Images of checks by their program, as --image of verify takes them: torch for gemm, vllm for inference, and nccl-tests for one of your own that has nccl-tests in /opt/nccl-tests, dcgmi and nvbandwidth.",
    defaultNote: "nccl-tests comes with the image that fits the fabric of the pool",
    example: { torch: "nvcr.io/nvidia/pytorch:25.10-py3" },
    update: "in-place",
  }),
});

/** How the cluster is proved without anybody who starts it. */
export const verifySchema = z.strictObject({
  weekly: key(weeklySchema.optional(), {
    description:
      "A CronJob that runs checks of the suite weekly on idle nodes of pools that Slurm has not, with an account of its own: it may make Jobs in the namespace railyard-verify, and read nodes, pods, DaemonSets, Deployments and StatefulSets, but no Secret. Nodes of Slurm are proved by the workflow verify.yml.",
    defaultNote: "nothing in the cluster proves it by itself",
    update: "in-place",
    source: CRON_JOB,
  }),
});
