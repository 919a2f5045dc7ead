import type { ITerraformDependable } from "cdktf";
import { cufileOf } from "../../config/storage/cufile";
import type { ResolvedVolume } from "../../config/storage/kind";
import { GpuDirectStorage } from "../../constructs/platform/gpudirect-storage";
import type { ClaimPlace } from "./builder";

/** What pods need to read some of the volumes straight into GPUs; nothing where nobody asked for it. */
export function cufileScripts(
  volumes: readonly ResolvedVolume[],
  { scope, ...place }: ClaimPlace,
): readonly ITerraformDependable[] {
  const cufile = cufileOf(volumes);
  return cufile ? new GpuDirectStorage(scope, "gpudirect-storage", { ...cufile, ...place }).dependables : [];
}
