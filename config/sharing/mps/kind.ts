import { z } from "zod";
import { key } from "../../kernel/key";
import { MPS_RULES } from "./rules";
import { pluginText, replicasText, type SharingKind } from "../sharing";

const mpsSchema = z.strictObject({
  kind: z.literal("mps"),
  replicas: key(z.int().min(2).max(48), {
    description: "Pods that share a GPU through the CUDA MPS server.",
    update: "in-place",
  }),
});

/** Pods share a GPU through one server of CUDA. */
export const MPS: SharingKind<typeof mpsSchema> = {
  kind: "mps",
  schema: mpsSchema,
  resolve: ({ replicas }) => ({
    whole: false,
    podsPerGpu: replicas,
    plugin: { name: `mps-${replicas}`, text: pluginText("none", replicasText("mps", replicas)) },
    labels: {},
    cutsGpus: false,
    needsDevicePlugin: true,
  }),
  rules: MPS_RULES,
};
