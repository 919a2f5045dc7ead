import table from "./mig.json";

/** A MIG profile of a GPU: an instance of it takes whole slices, from one of a few places on. */
export interface MigProfile {
  readonly computeSlices: number;
  readonly memorySlices: number;
  /** Instances of a GPU that has no others. */
  readonly max: number;
  /** Memory slices at which an instance may begin. */
  readonly placements: readonly number[];
}

/** How a GPU can be cut. */
export interface MigGpu {
  /** PCI device ids, without the vendor; empty: no document read says. */
  readonly pciDeviceIds: readonly string[];
  readonly computeSlices: number;
  readonly memorySlices: number;
  /** First driver that cuts it; null: every one in use does. */
  readonly minDriver: string | null;
  /** `read`: NVIDIA's guide lists the places. `assumed`: those of the generation before, whose profiles have the same slices. */
  readonly placementsFrom: "read" | "assumed";
  /** By their names in nvidia-smi and mig-parted. */
  readonly profiles: Readonly<Record<string, MigProfile>>;
}

/** GPUs that can be cut, by the model that instance types and servers name. */
export const MIG_GPUS: Readonly<Record<string, MigGpu>> = table.gpus as unknown as Readonly<Record<string, MigGpu>>;

/** Where the facts were read: key → address, and the day. */
export const MIG_SOURCES: Readonly<Record<string, { readonly at: string; readonly asOf: string }>> = table.sources;

/** How a model can be cut; null: it cannot, or no document read says how. */
export const migGpuOf = (model: string): MigGpu | null => (Object.hasOwn(MIG_GPUS, model) ? MIG_GPUS[model]! : null);
