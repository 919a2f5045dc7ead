import type { Hardware } from "../../../config/pools/pool";
import { ULTRASERVERS } from "../../../config/facts/capacity-blocks";

/** GPUs that reach each other by NVLink. */
export interface NvlinkDomain {
  /** Null: unknown, or it depends on what is bought. */
  readonly gpus: number | null;
  readonly nodes: number | null;
  readonly text: string;
}

/**
 * The NVLink domain of nodes of a type.
 * @param nodes of the group; null: of any
 * @returns null without NVIDIA GPUs
 */
export function nvlinkDomain(
  { gpu, nvlink }: Pick<Hardware, "gpu" | "nvlink">,
  nodes: number | null,
): NvlinkDomain | null {
  if (!gpu) return null;
  if (nvlink?.multiNode) return ultraServer(gpu.count, nodes);
  if (gpu.count === 1 && nvlink?.multiNode === false) return { gpus: 1, nodes: 1, text: "1 GPU: none to link" };
  if (nvlink?.nvswitch) return { gpus: gpu.count, nodes: 1, text: `${gpu.count} GPUs: those of one node, by NVSwitch` };
  return { gpus: null, nodes: null, text: "unknown" };
}

function ultraServer(gpus: number, nodes: number | null): NvlinkDomain {
  if (nodes !== null && ULTRASERVERS.instances.includes(nodes))
    return { gpus: gpus * nodes, nodes, text: `${gpus * nodes} GPUs: those of one UltraServer of ${nodes} nodes` };
  const sizes = ULTRASERVERS.instances.map((size) => `${size * gpus} GPUs (${size} nodes)`);
  return { gpus: null, nodes: null, text: `${sizes.join(" or ")}: those of one UltraServer` };
}
