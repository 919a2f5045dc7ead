import { z } from "zod";
import { pluginText, type SharingKind } from "../sharing";

const wholeSchema = z.strictObject({ kind: z.literal("exclusive") });

/** Each GPU is one pod's. */
export const WHOLE: SharingKind<typeof wholeSchema> = {
  kind: "exclusive",
  schema: wholeSchema,
  resolve: () => ({
    whole: true,
    podsPerGpu: 1,
    plugin: { name: "exclusive", text: pluginText("none") },
    labels: {},
    cutsGpus: false,
    needsDevicePlugin: false,
  }),
  rules: [],
};
