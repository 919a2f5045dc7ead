import { MIG } from "./mig/kind";
import { MPS } from "./mps/kind";
import type { SharingKind } from "./sharing";
import { TIME_SLICING } from "./time-slicing/kind";
import { WHOLE } from "./whole/kind";

/** Every way in which pods can share the GPUs of a group. */
export const SHARING_KINDS = [WHOLE, MIG, TIME_SLICING, MPS] as const satisfies readonly SharingKind[];
