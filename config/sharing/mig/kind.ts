import { pluginText, type SharingKind } from "../sharing";
import { GPU_MIG_RULES } from "./rules";
import { migSchema } from "./schema";

/** GPUs cut into slices by the hardware. */
export const MIG: SharingKind<typeof migSchema> = {
  kind: "mig",
  schema: migSchema,
  resolve: ({ profile, strategy }) => ({
    whole: false,
    podsPerGpu: null,
    plugin: { name: `mig-${strategy}`, text: pluginText(strategy) },
    /**
     * A label value may have no plus sign: profiles with media engines, `1g.10gb+me`, are written with a dot.
     * @see https://github.com/NVIDIA/mig-parted/blob/main/deployments/container/README.md
     */
    labels: { "nvidia.com/mig.config": `all-${profile.replaceAll("+", ".")}` },
    cutsGpus: true,
    needsDevicePlugin: false,
  }),
  rules: GPU_MIG_RULES,
};
