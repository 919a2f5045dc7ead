import { FAILURE_RATES, type FailureRate } from "../facts/failure-rates";
import { gresType } from "../gpu/gpus";
import type { Hardware } from "../pools/pool";

/**
 * What published rates of failures are for some hardware:
 * - `measured`: one of them was measured on such nodes;
 * - `assumed`: they are of nodes with as many GPUs of other models;
 * - `unknown`: no published rate is of such nodes.
 */
export type RateBasis = "measured" | "assumed" | "unknown";

/** Whether a rate was measured on nodes like these. */
export function measuredOn({ gpu: model, gpusPerNode }: FailureRate, { gpu }: Pick<Hardware, "gpu">): boolean {
  return gpu?.count === gpusPerNode && gresType(gpu.model) === model.toLowerCase();
}

/** The one answer for all who count failures of nodes. */
export function rateBasis(hardware: Pick<Hardware, "gpu">): RateBasis {
  if (FAILURE_RATES.some((rate) => measuredOn(rate, hardware))) return "measured";
  return FAILURE_RATES.some(({ gpusPerNode }) => gpusPerNode === hardware.gpu?.count) ? "assumed" : "unknown";
}
