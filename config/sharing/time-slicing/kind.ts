import { z } from "zod";
import { key } from "../../kernel/key";
import { RENAMED, replicaOffers, REPLICAS_LOSE, replicasText } from "../replicas";
import { pluginText, wholeGres, type SharingKind } from "../sharing";
import { WHOLE } from "../whole/kind";

const timeSlicingSchema = z.strictObject({
  kind: z.literal("time-slicing"),
  replicas: key(z.int().min(2).max(64), {
    description:
      "Pods that share a GPU in turns, without memory isolation. In a partition of Slurm: jobs, each with --gres=shard:<n> of as many shards.",
    update: "in-place",
  }),
  renamed: RENAMED,
});

/** Pods take turns on a GPU. In a partition slurmd's pod has the GPUs whole, and Slurm counts their shards. */
export const TIME_SLICING: SharingKind<typeof timeSlicingSchema> = {
  kind: "time-slicing",
  schema: timeSlicingSchema,
  resolve: ({ replicas, renamed }, pool) =>
    pool.inSlurm
      ? {
          ...WHOLE.resolve({ kind: "whole" }, pool),
          slurm: { ...wholeGres(pool), shardsPerGpu: replicas, listed: true },
          lost: REPLICAS_LOSE,
        }
      : {
          whole: false,
          podsPerGpu: replicas,
          offers: pool.gpus ? replicaOffers(replicas, renamed) : [],
          slurm: { ...wholeGres(pool), shardsPerGpu: replicas, listed: true },
          workload: "container",
          plugin: {
            name: `time-slicing-${replicas}${renamed ? "" : "-as-whole"}`,
            text: pluginText("none", replicasText("timeSlicing", replicas, renamed)),
          },
          labels: {},
          cutsGpus: false,
          layout: null,
          needsDevicePlugin: true,
          lost: REPLICAS_LOSE,
        },
  rules: [],
};
