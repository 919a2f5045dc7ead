import {
  uidOf,
  type CellLink,
  type Dashboard,
  type DashboardName,
  type Panel,
  type Row,
  type Variable,
} from "./dashboard";

/** A value of JSON. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/**
 * Version of the model of dashboards that this is written in: that of the dashboards which the chart brings. Grafana carries
 * older ones over when it loads them.
 * @see https://github.com/grafana/grafana/blob/main/kinds/dashboard/dashboard_kind.cue
 */
const SCHEMA_VERSION = 39;

/** The data source that the chart makes. */
const PROMETHEUS = { type: "prometheus", uid: "prometheus" };

/** Grafana's grid has 24 columns; a row of it is 30 pixels high. */
const COLUMNS = 24;
const SIZES: Readonly<Record<Panel["kind"], { readonly width: number; readonly height: number }>> = {
  number: { width: 4, height: 4 },
  lines: { width: 12, height: 8 },
  table: { width: 24, height: 9 },
};

/** All dashboards have it, and the list of one another by it. */
const TAG = "railyard";

/**
 * A dashboard as Grafana reads it from a file. Panels stand beside each other while there is room, in the order in which they
 * are written.
 * @param present dashboards that the environment has: cells do not lead to others
 */
export function grafanaJson(dashboard: Dashboard, present: readonly DashboardName[]): JsonObject {
  const { name, title, description, variables = [], rows } = dashboard;
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
    ],
    annotations: { list: [] },
    templating: { list: variables.map(variableJson) },
    panels: placed(rows, present),
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
  let y = 0;
  for (const { title, panels } of rows) {
    all.push({
      type: "row",
      id: all.length + 1,
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
      panels: [],
    });
    y += 1;
    let [x, lineHeight] = [0, 0];
    for (const panel of panels) {
      const { height, width: usual } = SIZES[panel.kind];
      const w = panel.width ?? usual;
      if (x + w > COLUMNS) {
        y += lineHeight;
        [x, lineHeight] = [0, 0];
      }
      all.push({ id: all.length + 1, gridPos: { x, y, w, h: height }, ...panelJson(panel, present) });
      x += w;
      lineHeight = Math.max(lineHeight, height);
    }
    y += lineHeight;
  }
  return all;
}

function panelJson(panel: Panel, present: readonly DashboardName[]): JsonObject {
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

const targets = ({ kind, queries }: Panel): JsonObject[] =>
  queries.map(({ expr, legend }, at) => ({
    refId: refId(at),
    datasource: PROMETHEUS,
    expr,
    legendFormat: legend ?? "__auto",
    // a number has a line behind it
    ...(kind === "table" ? { format: "table", instant: true, range: false } : { range: true }),
  }));

const thresholds = ({ thresholds: steps }: Panel): JsonObject =>
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
function columnsJson({ columns, queries }: Extract<Panel, { readonly kind: "table" }>): JsonObject[] {
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
