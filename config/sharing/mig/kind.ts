import type { z } from "zod";
import { migGpuOf, type MigGpu } from "../../facts/mig";
import {
  GPU_RESOURCE,
  pluginText,
  type GpuLayout,
  type GpuOffer,
  type LostMetrics,
  type SharedPool,
  type SharingKind,
  type SlurmSharing,
} from "../sharing";
import { namedLayouts, placeSlices, plainProfile, shareOf, slicesOf, type MigLayout, type MigSlices } from "./layout";
import { GPU_MIG_RULES } from "./rules";
import { migSchema } from "./schema";

/**
 * What instances do not have: links between GPUs, and counters of the whole GPU. Profiling metrics are told for each.
 * @see https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/feature-overview.html
 */
const MIG_LOSES: LostMetrics = {
  metrics: [
    "DCGM_FI_DEV_GPU_UTIL",
    "DCGM_EXP_P2P_STATUS",
    "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL",
    "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL",
  ],
  why: "nvidia-smi and DCGM tell no utilization of a GPU that is cut, and instances have no NVLink: DCGM_FI_PROF_GR_ENGINE_ACTIVE tells the work of each",
};

type WrittenMig = z.output<typeof migSchema>;

/** GPUs cut into slices by the hardware. */
export const MIG: SharingKind<typeof migSchema> = {
  kind: "mig",
  schema: migSchema,
  resolve(written, pool) {
    const gpu = pool.gpus && migGpuOf(pool.gpus.model);
    const slices = gpu && fitting(written.layout, gpu);
    const layout = gpu && slices && layoutOf(slices, gpu);
    const strategy = strategyOf(written);
    return {
      whole: false,
      podsPerGpu: slices && Object.values(slices).reduce((sum, count) => sum + count, 0),
      offers: gpu && slices ? offersOf(slices, gpu, strategy) : [],
      slurm: gpu && slices ? slurmOf(slices, gpu, pool) : "it is not known into what its GPUs would be cut",
      workload: "container",
      plugin: { name: `mig-${strategy}`, text: pluginText(strategy) },
      labels: { "nvidia.com/mig.config": layout?.name ?? "all-disabled" },
      cutsGpus: true,
      layout,
      needsDevicePlugin: false,
      lost: MIG_LOSES,
    };
  },
  rules: GPU_MIG_RULES,
};

/** Rules tell of layouts that do not fit: nothing follows from them. */
function fitting(layout: MigLayout, gpu: MigGpu): MigSlices | null {
  const slices = slicesOf(layout, gpu);
  return slices && placeSlices(slices, gpu) ? slices : null;
}

/** Instances of one size can bear the name of GPUs; others must be told apart. */
function strategyOf({ layout, strategy }: WrittenMig): "single" | "mixed" {
  const equal = typeof layout === "string" ? layout !== "all-balanced" : Object.keys(layout).length === 1;
  return strategy ?? (equal ? "single" : "mixed");
}

/** By the name that the MIG manager has for it, else by one of ours, which a label can bear. */
function layoutOf(slices: MigSlices, gpu: MigGpu): GpuLayout {
  const { pciDeviceIds } = gpu;
  const text = sliceList(slices);
  for (const [name, known] of namedLayouts(gpu))
    if (sliceList(known) === text) return { name, known: true, slices, pciDeviceIds };
  // no layout that fits a GPU has so many sizes that a label could not bear it
  return { name: `own-${text}`, known: false, slices, pciDeviceIds };
}

const sliceList = (slices: MigSlices): string =>
  Object.entries(slices)
    .map(([profile, count]) => `${count}x${plainProfile(profile)}`)
    .toSorted()
    .join("-");

function offersOf(slices: MigSlices, gpu: MigGpu, strategy: "single" | "mixed"): GpuOffer[] {
  return Object.entries(slices).map(([profile, perGpu]) => ({
    resource: strategy === "single" ? GPU_RESOURCE : `nvidia.com/mig-${plainProfile(profile)}`,
    perGpu,
    share: shareOf(profile, slices, gpu),
  }));
}

/** Slurm's images cannot see instances: a script on the node lists them. */
const slurmOf = (slices: MigSlices, gpu: MigGpu, { gpus }: SharedPool): SlurmSharing => ({
  gres: Object.entries(slices).map(([profile, perGpu]) => ({
    type: plainProfile(profile),
    count: perGpu * (gpus?.count ?? 0),
    share: shareOf(profile, slices, gpu),
  })),
  shardsPerGpu: 0,
  listed: true,
});
