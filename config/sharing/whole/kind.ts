import { z } from "zod";
import { GPU_RESOURCE, pluginText, wholeGres, type SharingKind } from "../sharing";

const wholeSchema = z.strictObject({ kind: z.literal("whole") });

/** Each GPU is one pod's. */
export const WHOLE: SharingKind<typeof wholeSchema> = {
  kind: "whole",
  schema: wholeSchema,
  resolve: (_, pool) => ({
    whole: true,
    podsPerGpu: 1,
    offers: pool.gpus ? [{ resource: GPU_RESOURCE, perGpu: 1, share: 1 }] : [],
    slurm: wholeGres(pool),
    workload: "container",
    plugin: { name: "whole", text: pluginText("none") },
    labels: {},
    cutsGpus: false,
    layout: null,
    needsDevicePlugin: false,
    lost: null,
  }),
  rules: [],
};
