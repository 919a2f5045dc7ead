import { gpuRecordings } from "../alerts/gpu-recordings";
import type { LostMetrics } from "../../config/sharing/sharing";
import { isMetric, type Dashboard, type Panel } from "../dashboards/dashboard";
import type { AlertRule, RuleGroup } from "./prometheus-rules";

/** A pool with GPUs, and what is not measured on them. */
export interface MeasuredPool {
  readonly name: string;
  /** Null: all is. */
  readonly lost: LostMetrics | null;
}

/** Metrics of the DCGM exporter. */
const METRIC = /\bDCGM_\w+/g;
/** What Prometheus has computed of them. */
const RECORDINGS = gpuRecordings({ jobs: true }).flatMap(({ rules }) => rules);

/**
 * Pools of which a query finds nothing, or what is not so: a metric of it is lost there, or a label by which it tells pods apart.
 * Queries that ask DCGM for nothing see all pools.
 */
export function unseenPools(query: string, pools: readonly MeasuredPool[]): MeasuredPool[] {
  const recorded = RECORDINGS.filter(({ record }) => query.includes(record));
  const expr = [query, ...recorded.map((one) => one.expr)].join("\n");
  const metrics: readonly string[] = expr.match(METRIC) ?? [];
  if (metrics.length === 0) return [];
  return pools.filter(
    ({ lost }) =>
      lost !== null &&
      (lost.metrics === "all" ||
        lost.metrics.some((one) =>
          one.startsWith("DCGM_") ? metrics.includes(one) : new RegExp(`\\b(exported_)?${one}\\b`).test(expr),
        )),
  );
}

/** Whether no pool is left that a query could tell of. */
const blind = (expr: string, pools: readonly MeasuredPool[]): boolean =>
  pools.length > 0 && unseenPools(expr, pools).length === pools.length;

/** What is added to the description of a query that does not see all pools. */
function limits(exprs: readonly string[], pools: readonly MeasuredPool[]): string {
  const names = pools.filter((pool) => exprs.some((expr) => unseenPools(expr, [pool]).length > 0));
  return names.length === 0
    ? ""
    : ` Not seen: ${names.map(({ name }) => name).join(", ")}, for how their GPUs are shared.`;
}

/** Alerts without those that could never sound, or that a lost label would make wrong; of the rest it is said what they do not see. */
export const seenAlerts = (groups: readonly RuleGroup[], pools: readonly MeasuredPool[]): RuleGroup[] =>
  groups
    .map((group) => ({ ...group, rules: group.rules.flatMap((rule) => seenAlert(rule, pools)) }))
    .filter(({ rules }) => rules.length > 0);

function seenAlert(rule: AlertRule, all: readonly MeasuredPool[]): AlertRule[] {
  // an alert of one pool bears its name
  const own = rule.labels["node_group"];
  const pools = own === undefined ? all : all.filter(({ name }) => name === own);
  if (blind(rule.expr, pools)) return [];
  const more = limits([rule.expr], pools);
  if (more === "") return [rule];
  const { description = "" } = rule.annotations;
  return [{ ...rule, annotations: { ...rule.annotations, description: `${description}${more}` } }];
}

/** Dashboards without queries that could find nothing, and without panels, rows and dashboards that have no others. */
export const seenDashboards = (dashboards: readonly Dashboard[], pools: readonly MeasuredPool[]): Dashboard[] =>
  dashboards
    .map((dashboard) => ({
      ...dashboard,
      rows: dashboard.rows
        .map((row) => ({ ...row, panels: row.panels.flatMap((panel) => seenPanel(panel, pools)) }))
        .filter(({ panels }) => panels.length > 0),
    }))
    // logs and traces are found by what metrics tell: a job, a node
    .filter(({ rows }) => rows.some(({ panels }) => panels.some(isMetric)));

function seenPanel(panel: Panel, pools: readonly MeasuredPool[]): Panel[] {
  if (!isMetric(panel)) return [panel];
  const [first, ...others] = panel.queries.filter(({ expr }) => !blind(expr, pools));
  if (first === undefined) return [];
  const more = limits(
    [first, ...others].map(({ expr }) => expr),
    pools,
  );
  return [{ ...panel, queries: [first, ...others], description: `${panel.description}${more}` }];
}
