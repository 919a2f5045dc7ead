/** A service level objective, as Prometheus measures it. */
export interface Slo {
  /** Value of the label `slo`: `node-availability`. Frozen: dashboards and silences know it. */
  readonly name: string;
  /** What is promised, in percent: 99.9. */
  readonly percent: number;
  /** What counts as bad, in words: "nodes that take no jobs". */
  readonly bad: string;
  /**
   * How much of `total` is bad now: one value without labels, which is 0 where nothing is. What is counted (nodes, requests
   * in a second, one for "is it there") is up to the objective.
   */
  readonly badExpr: string;
  /** How much there is now: one value without labels; none where nothing is measured. */
  readonly totalExpr: string;
  /**
   * How much there is to measure.
   * - `steady`: always something.
   * - `at-times`: nothing while nobody trains.
   * - `rare`: single events an hour apart, of which one that fails is no trend: it wakes nobody.
   */
  readonly flow: "steady" | "at-times" | "rare";
}

/** Windows over which errors are counted. */
export const WINDOWS = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"] as const;

export type Window = (typeof WINDOWS)[number];

/** Series that the rules of objectives write; each has the label `slo`. */
export const SLO_SERIES = {
  bad: "railyard:slo_bad:now",
  total: "railyard:slo_total:now",
  /** 1 less the promise: 0.001. */
  budget: "railyard:slo_budget:ratio",
  /** Share that was bad since metrics are kept, 30 days at most. */
  errors: "railyard:slo_errors:ratio",
  /** Share of the budget of that time which is left; below 0 the promise is broken. */
  left: "railyard:slo_budget_left:ratio",
} as const;

/** How many times as fast as the promise allows errors have come: with 1 the budget of 30 days is spent in 30 days. */
export const burnRate = (window: Window): string => `railyard:slo_burn_rate:${window}`;
