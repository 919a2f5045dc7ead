/** Guide that names vGPU types by board. */
export const VGPU_GUIDE = "https://docs.nvidia.com/vgpu/latest/grid-vgpu-user-guide/";

/**
 * Boards of which there are types that begin with their name; letters after it tell variants, such as H100XM. Longer names first.
 * Of others nothing is known.
 * @see https://github.com/NVIDIA/vgpu-device-manager/blob/acb72704/examples/nvidia-vgpu-device-manager-example.yaml read on 2026-11-23
 */
const VGPU_BOARDS = [
  "GB200",
  "GH200",
  "A100",
  "B200",
  "B300",
  "H100",
  "H200",
  "L40S",
  "V100",
  "A10",
  "A16",
  "A30",
  "A40",
  "H20",
  "L20",
  "L40",
  "A2",
  "L2",
  "L4",
  "T4",
];

/** Form of a type: board, where it is of an instance of MIG their number, memory in GB, series, and what is special. */
export const VGPU_TYPE = /^[A-Za-z0-9]+(-\d+)?-\d+[ABCQ][A-Z]*(-[A-Z0-9]+)?$/;

/** The board that a vGPU type or a model of GPUs (`L40S-48GB`) begins with; null: not known. */
export const vgpuBoard = (text: string): string | null => {
  const first = text.split("-")[0]!;
  return VGPU_BOARDS.find((board) => first.startsWith(board) && /^[A-Z]*$/.test(first.slice(board.length))) ?? null;
};

/**
 * What a vGPU of a type is of its GPU, 0 to 1: drivers tell of somewhat less memory than the GPU is sold with, so types that fill it
 * are of a whole number to the GPU.
 */
export function vgpuShare(type: string, gpuMemoryMiB: number): number {
  const gb = Number(/-(\d+)[ABCQ][A-Z]*(-[A-Z0-9]+)?$/.exec(type)?.[1] ?? 0);
  const most = gb > 0 ? Math.round(gpuMemoryMiB / 1024 / gb) : 1;
  return 1 / Math.max(1, most);
}
