import { resolvePoolTuning, UNKNOWN_PLACE } from "../pools/existing/tuning";
import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import { withTuning } from "../sites/aws-eks/nodes/tuning";
import type { ResolvedTuning } from "./tuning";

/** What is set where nothing is known of the machines. */
const NOTHING: ResolvedTuning = {
  purpose: "none",
  bareMetal: null,
  lustre: null,
  gate: "none",
  maxCordoned: null,
  settings: [],
};

/** The profile of a pool; where config has none, the one that `tuning: {}` would be, as far as the pool alone tells it. */
export const profileOf = (pool: ResolvedPool): ResolvedTuning =>
  pool.tuning ??
  (isNodeGroup(pool) ? withTuning(pool, {}).tuning : resolvePoolTuning({}, pool, { server: null }, UNKNOWN_PLACE)) ??
  NOTHING;
