import {
  isMetric,
  uidOf,
  type CellLink,
  type Dashboard,
  type DashboardLink,
  type DashboardName,
  type MetricPanel,
  type Panel,
  type Row,
  type Variable,
} from "./dashboard";
import { PROMETHEUS } from "./data-sources";
import { storePanelJson, type JsonObject } from "./store-panel-json";

/**
 * Version of the model of dashboards that this is written in: that of the dashboards which the chart brings. Grafana carries
 * older ones over when it loads them.
 * @see https://github.com/grafana/grafana/blob/main/kinds/dashboard/dashboard_kind.cue
 */
const SCHEMA_VERSION = 39;

/** Grafana's grid has 24 columns; a row of it is 30 pixels high. */
const COLUMNS = 24;
const SIZES: Readonly<Record<Panel["kind"], { readonly width: number; readonly height: number }>> = {
  number: { width: 4, height: 4 },
  lines: { width: 12, height: 8 },
  table: { width: 24, height: 9 },
  logs: { width: 24, height: 14 },
  traces: { width: 24, height: 9 },
};

/** All dashboards have it, and the list of one another by it. */
const TAG = "railyard";

/**
 * A dashboard as Grafana reads it from a file. Panels stand beside each other while there is room, in the order in which they
 * are written.
 * @param present dashboards that the environment has: cells do not lead to others
 */
export function grafanaJson(dashboard: Dashboard, present: readonly DashboardName[]): JsonObject {
  const { name, title, description, variables = [], links = [], rows } = dashboard;
  return {
    uid: uidOf(name),
    title,
    description,
    tags: [TAG],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    timezone: "browser",
    time: { from: "now-3h", to: "now" },
    refresh: "1m",
    graphTooltip: 1,
    links: [
      {
        type: "dashboards",
        title: "Railyard",
        tooltip: "",
        icon: "external link",
        tags: [TAG],
        asDropdown: true,
        targetBlank: false,
        includeVars: false,
        keepTime: true,
      },
      ...links.map(wayJson),
    ],
    annotations: { list: [] },
    templating: { list: variables.map(variableJson) },
    panels: placed(rows, present),
  };
}

/** A page of somebody else opens beside the dashboard; another dashboard in its place, at the same time. */
function wayJson({ title, tooltip, url }: DashboardLink): JsonObject {
  const isOurs = url.startsWith("/");
  return {
    type: "link",
    title,
    tooltip,
    url,
    icon: isOurs ? "dashboard" : "external link",
    tags: [],
    asDropdown: false,
    targetBlank: !isOurs,
    includeVars: false,
    keepTime: isOurs,
  };
}

const variableJson = ({ name, title, label, of, several = false }: Variable): JsonObject => ({
  type: "query",
  name,
  label: title,
  datasource: PROMETHEUS,
  query: { query: `label_values(${of}, ${label})`, refId: "values" },
  // at each change of the time
  refresh: 2,
  sort: 3,
  multi: several,
  includeAll: several,
  // a regular expression of all values would be longer than a query may be
  ...(several && { allValue: ".+", current: { text: ["All"], value: ["$__all"] } }),
});

function placed(rows: readonly Row[], present: readonly DashboardName[]): JsonObject[] {
  const all: JsonObject[] = [];
  let [id, y] = [0, 0];
  for (const { title, panels, closed = false } of rows) {
    const rowId = ++id;
    const rowY = y++;
    let [x, lineHeight] = [0, 0];
    const inside = panels.map((panel) => {
      const { height, width: usual } = SIZES[panel.kind];
      const w = panel.width ?? usual;
      if (x + w > COLUMNS) {
        y += lineHeight;
        [x, lineHeight] = [0, 0];
      }
      const json = { id: ++id, gridPos: { x, y, w, h: height }, ...panelJson(panel, present) };
      x += w;
      lineHeight = Math.max(lineHeight, height);
      return json;
    });
    const gridPos = { x: 0, y: rowY, w: COLUMNS, h: 1 };
    // a closed row has its panels in itself, and takes no room for them
    all.push({ type: "row", id: rowId, title, collapsed: closed, gridPos, panels: closed ? inside : [] });
    if (closed) y = rowY + 1;
    else {
      all.push(...inside);
      y += lineHeight;
    }
  }
  return all;
}

const panelJson = (panel: Panel, present: readonly DashboardName[]): JsonObject =>
  isMetric(panel) ? metricPanelJson(panel, present) : storePanelJson(panel);

function metricPanelJson(panel: MetricPanel, present: readonly DashboardName[]): JsonObject {
  const common = {
    title: panel.title,
    description: panel.description,
    datasource: PROMETHEUS,
    targets: targets(panel),
  };
  const defaults = { unit: panel.unit, ...thresholds(panel) };
  switch (panel.kind) {
    case "number":
      return {
        ...common,
        type: "stat",
        fieldConfig: { defaults, overrides: [] },
        options: {
          reduceOptions: { calcs: ["lastNotNull"] },
          graphMode: "area",
          colorMode: "value",
          justifyMode: "auto",
          textMode: "auto",
          orientation: "auto",
          wideLayout: true,
          showPercentChange: false,
          percentChangeColorMode: "standard",
        },
      };
    case "lines": {
      const custom = { fillOpacity: panel.stacked ? 20 : 0, stacking: { mode: panel.stacked ? "normal" : "none" } };
      const { min = 0, max } = panel;
      return {
        ...common,
        type: "timeseries",
        fieldConfig: {
          defaults: { ...defaults, custom, ...(min !== "auto" && { min }), ...(max !== undefined && { max }) },
          overrides: [],
        },
        options: {
          tooltip: { mode: "multi", sort: "desc" },
          legend: { displayMode: "table", placement: "right", showLegend: true, calcs: ["lastNotNull", "max"] },
        },
      };
    }
    case "table":
      return {
        ...common,
        type: "table",
        fieldConfig: {
          defaults,
          overrides: (panel.links ?? []).flatMap((link) => linkJson(link, panel.columns, present)),
        },
        options: { showHeader: true, cellHeight: "sm" },
        transformations: columnsJson(panel),
      };
  }
}

/** Letters are names of queries. */
const refId = (at: number): string => String.fromCharCode("A".charCodeAt(0) + at);

const targets = ({ kind, queries }: MetricPanel): JsonObject[] =>
  queries.map(({ expr, legend }, at) => ({
    refId: refId(at),
    datasource: PROMETHEUS,
    expr,
    legendFormat: legend ?? "__auto",
    // a number has a line behind it
    ...(kind === "table" ? { format: "table", instant: true, range: false } : { range: true }),
  }));

const thresholds = ({ thresholds: steps }: MetricPanel): JsonObject =>
  steps === undefined
    ? {}
    : {
        color: { mode: "thresholds" },
        thresholds: {
          mode: "absolute",
          steps: [{ color: "green", value: null }, ...steps.map(({ from, color }) => ({ color, value: from }))],
        },
      };

/** One table of all queries, whose values Grafana calls `Value #A`, or `Value` where there is one. */
function columnsJson({ columns, queries }: Extract<MetricPanel, { readonly kind: "table" }>): JsonObject[] {
  const labels = Object.keys(columns);
  const values = queries.map(
    ({ legend }, at) => [queries.length === 1 ? "Value" : `Value #${refId(at)}`, legend] as const,
  );
  const shown = [...labels, ...values.map(([name]) => name)];
  return [
    ...(queries.length === 1 ? [] : [{ id: "merge", options: {} }]),
    { id: "filterFieldsByName", options: { include: { names: shown } } },
    {
      id: "organize",
      options: {
        indexByName: Object.fromEntries(shown.map((name, at) => [name, at])),
        renameByName: {
          ...columns,
          ...Object.fromEntries(values.flatMap(([name, legend]) => (legend === undefined ? [] : [[name, legend]]))),
        },
      },
    },
  ];
}

function linkJson(
  { label, dashboard, variables }: CellLink,
  columns: Readonly<Record<string, string>>,
  present: readonly DashboardName[],
): JsonObject[] {
  if (!present.includes(dashboard)) return [];
  const given = Object.entries(variables).map(
    ([name, from]) => `var-${name}=\${__data.fields["${columns[from] ?? from}"]:percentencode}`,
  );
  const url = `/d/${uidOf(dashboard)}?${[...given, "${__url_time_range}"].join("&")}`;
  return [
    {
      matcher: { id: "byName", options: columns[label] ?? label },
      properties: [{ id: "links", value: [{ title: `Open ${dashboard}`, url }] }],
    },
  ];
}
