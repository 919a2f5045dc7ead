import { GPU_SERIES } from "../../../constructs/alerts/gpu-recordings";
import type { Dashboard } from "../../../constructs/dashboards/dashboard";
import { type MeasuredPool, seenAlerts, seenDashboards, unseenPools } from "../../../constructs/platform/seen-metrics";

const WHOLE: MeasuredPool = { name: "train", lost: null };
const VMS: MeasuredPool = { name: "desktops", lost: { metrics: "all", why: "" } };
const MIG: MeasuredPool = { name: "small", lost: { metrics: ["DCGM_FI_DEV_NVLINK_ERRORS"], why: "" } };
const SHARED: MeasuredPool = { name: "notebooks", lost: { metrics: ["pod", "namespace"], why: "" } };

const TEMPERATURE = "max(DCGM_FI_DEV_GPU_TEMP)";
const NVLINK = "increase(DCGM_FI_DEV_NVLINK_ERRORS[1h]) > 0";
const BY_POD = "sum by (exported_pod) (DCGM_FI_PROF_GR_ENGINE_ACTIVE)";
const DAEMONS = "kube_daemonset_status_number_ready{namespace='x'}";

const names = (expr: string, ...pools: MeasuredPool[]) => unseenPools(expr, pools).map(({ name }) => name);

test("a query does not see pools in which a metric or a label of it is lost", () => {
  const all = [WHOLE, VMS, MIG, SHARED];
  expect(names(TEMPERATURE, ...all)).toEqual(["desktops"]);
  expect(names(NVLINK, ...all)).toEqual(["desktops", "small"]);
  expect(names(BY_POD, ...all)).toEqual(["desktops", "notebooks"]);
  // what is computed of a metric sees no more than the metric
  expect(names(`sum(${GPU_SERIES.perNode})`, ...all)).toEqual(["desktops"]);
  // of another exporter
  expect(names(DAEMONS, ...all)).toEqual([]);
  // a name that goes on is another metric
  expect(names("DCGM_FI_DEV_NVLINK_ERRORS_TOTAL", MIG)).toEqual([]);
});

const alerts = (expr: string, pools: readonly MeasuredPool[], labels = {}) =>
  seenAlerts([{ name: "g", rules: [{ alert: "A", expr, labels, annotations: { description: "It is." } }] }], pools)
    .flatMap(({ rules }) => rules)
    .map(({ annotations }) => annotations["description"]);

describe("an alert", () => {
  test("whose metric is lost in all pools is not made", () => {
    expect(alerts(NVLINK, [MIG, VMS])).toEqual([]);
    expect(alerts(NVLINK, [WHOLE])).toEqual(["It is."]);
  });

  test("whose metric is lost in some names them", () => {
    expect(alerts(NVLINK, [WHOLE, MIG, VMS])).toEqual([
      "It is. Not seen: small, desktops, for how their GPUs are shared.",
    ]);
    expect(alerts(TEMPERATURE, [WHOLE, MIG])).toEqual(["It is."]);
  });

  test("of one pool is made for what that pool tells", () => {
    expect(alerts(BY_POD, [WHOLE, SHARED], { node_group: "notebooks" })).toEqual([]);
    expect(alerts(BY_POD, [WHOLE, SHARED], { node_group: "train" })).toEqual(["It is."]);
  });

  test("of a cluster without GPUs stays", () => expect(alerts(NVLINK, [])).toEqual(["It is."]));
});

const dashboard = (...exprs: readonly [string, ...string[]][]): Dashboard => ({
  name: "gpu",
  title: "t",
  description: "d",
  rows: exprs.map(([first, ...others]) => ({
    title: "r",
    panels: [
      {
        kind: "number",
        title: "p",
        description: "It is.",
        unit: "short",
        queries: [{ expr: first }, ...others.map((expr) => ({ expr }))],
      },
    ],
  })),
});

const panels = (board: Dashboard, ...pools: MeasuredPool[]) =>
  seenDashboards([board], pools)
    .flatMap(({ rows }) => rows.flatMap((row) => row.panels))
    .map((panel) => ["queries" in panel ? panel.queries.map(({ expr }) => expr) : [], panel.description]);

describe("a panel", () => {
  test("whose metric is lost in all pools is not made, nor is the row and the dashboard that had no other", () => {
    expect(seenDashboards([dashboard([NVLINK], [TEMPERATURE])], [MIG])[0]?.rows).toHaveLength(1);
    expect(seenDashboards([dashboard([NVLINK])], [MIG])).toEqual([]);
    expect(seenDashboards([dashboard([NVLINK])], [WHOLE])).toHaveLength(1);
    // nobody would choose whose lines they are
    const query = { store: "loki", expr: "{}" } as const;
    const logs = { title: "r", panels: [{ kind: "logs", title: "l", description: "", query }] } as const;
    const withLogs = dashboard([NVLINK]);
    expect(seenDashboards([{ ...withLogs, rows: [...withLogs.rows, logs] }], [MIG])).toEqual([]);
    expect(seenDashboards([{ ...withLogs, rows: [...withLogs.rows, logs] }], [WHOLE])[0]?.rows).toHaveLength(2);
  });

  test("keeps the queries that find something, and says which pools they do not see", () => {
    const board = dashboard([TEMPERATURE, NVLINK]);
    expect(panels(board, MIG)).toEqual([[[TEMPERATURE], "It is."]]);
    expect(panels(board, WHOLE, MIG)).toEqual([
      [[TEMPERATURE, NVLINK], "It is. Not seen: small, for how their GPUs are shared."],
    ]);
  });
});
