import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import { nodeHourOf } from "./cost-nodes";
import { gpuParts, partUsd, type GpuPart } from "./gpu-parts";
import type { PriceBook } from "./price-book";

/** A part of a GPU, and what it costs. */
export interface PricedPart extends GpuPart {
  /** List price or that of config; null: unknown. */
  readonly usdPerHour: number | null;
}

/** What one GPU of a pool costs in an hour: that of its node by the number of its GPUs; null: not known, or it has none. */
export function gpuHourUsd(pool: ResolvedPool, prices: PriceBook | null): number | null {
  const node = prices && isNodeGroup(pool) ? nodeHourOf(pool, prices).usd : null;
  return node === null || !pool.gpus ? null : node / pool.gpus.count;
}

/** Parts of the GPUs of a pool with their prices; empty as of `gpuParts`. */
export function pricedParts(pool: ResolvedPool, prices: PriceBook | null): PricedPart[] {
  const whole = gpuHourUsd(pool, prices);
  return gpuParts(pool).map((part) => ({ ...part, usdPerHour: partUsd(whole, part.share) }));
}
