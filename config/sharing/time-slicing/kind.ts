import { z } from "zod";
import { key } from "../../kernel/key";
import { pluginText, replicasText, type SharingKind } from "../sharing";

const timeSlicingSchema = z.strictObject({
  kind: z.literal("time-slicing"),
  replicas: key(z.int().min(2).max(64), {
    description: "Pods that share a GPU in turns, without memory isolation.",
    update: "in-place",
  }),
});

/** Pods take turns on a GPU. */
export const TIME_SLICING: SharingKind<typeof timeSlicingSchema> = {
  kind: "time-slicing",
  schema: timeSlicingSchema,
  resolve: ({ replicas }) => ({
    whole: false,
    podsPerGpu: replicas,
    plugin: { name: `time-slicing-${replicas}`, text: pluginText("none", replicasText("timeSlicing", replicas)) },
    labels: {},
    cutsGpus: false,
    needsDevicePlugin: true,
  }),
  rules: [],
};
