/** Programs that checks of `verify` take from an image; `railyard examples` writes recipes of those for which nobody publishes one. */
export const CHECK_IMAGES = ["nccl-tests", "fabric", "storage", "torch", "hpl", "gromacs", "vllm"] as const;
export type CheckImage = (typeof CHECK_IMAGES)[number];
