import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import { withTuning } from "../sites/aws-eks/nodes/tuning";
import type { ResolvedTuning } from "./tuning";

/** What is set where nothing is known of the machines. */
const NOTHING: ResolvedTuning = { purpose: "none", bareMetal: null, lustre: null, settings: [] };

/** The profile of a pool; where config has none, the one that `tuning: {}` would be. */
export const profileOf = (pool: ResolvedPool): ResolvedTuning =>
  pool.tuning ?? (isNodeGroup(pool) ? withTuning(pool, {}).tuning : null) ?? NOTHING;
