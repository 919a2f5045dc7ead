import { GPU_VALUES } from "./gpu";
import { HYBRID_VALUES } from "./hybrid";
import { PLATFORM_VALUES } from "./platform";
import { PLACEMENT_VALUES } from "./placement";
import type { OwnedValue } from "./row";
import { SCALING_VALUES } from "./scaling";
import { SLURM_VALUES } from "./slurm";

/** Values that follow from config, of all charts. */
export const OWNED_VALUES: readonly OwnedValue[] = [
  ...GPU_VALUES,
  ...SLURM_VALUES,
  ...PLATFORM_VALUES,
  ...SCALING_VALUES,
  ...HYBRID_VALUES,
  ...PLACEMENT_VALUES,
];
