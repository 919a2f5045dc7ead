import { MIG } from "./mig/kind";
import { MPS } from "./mps/kind";
import { PASSTHROUGH } from "./passthrough/kind";
import type { SharingKind } from "./sharing";
import { TIME_SLICING } from "./time-slicing/kind";
import { VGPU } from "./vgpu/kind";
import { WHOLE } from "./whole/kind";

/** Every way in which pods can share the GPUs of a group. */
export const SHARING_KINDS = [
  WHOLE,
  MIG,
  TIME_SLICING,
  MPS,
  VGPU,
  PASSTHROUGH,
] as const satisfies readonly SharingKind[];
