import {
  isMetric,
  uidOf,
  type Dashboard,
  type DashboardLink,
  type DashboardName,
  type Panel,
  type Row,
  type Variable,
} from "./dashboard";
import { PROMETHEUS } from "./data-sources";
import { COLUMNS, placesOf } from "./layout";
import { metricPanelJson } from "./metric-panel-json";
import { storePanelJson, type JsonObject } from "./store-panel-json";

/**
 * Version of the model of dashboards that this is written in: that of the dashboards which the chart brings. Grafana carries
 * older ones over when it loads them.
 * @see https://github.com/grafana/grafana/blob/main/kinds/dashboard/dashboard_kind.cue
 */
const SCHEMA_VERSION = 39;

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
    const { places, height } = placesOf(panels);
    const inside = panels.map((panel, at) => {
      const place = places[at]!;
      return { id: ++id, gridPos: { ...place, y: y + place.y }, ...panelJson(panel, present) };
    });
    const gridPos = { x: 0, y: rowY, w: COLUMNS, h: 1 };
    // a closed row has its panels in itself, and takes no room for them
    all.push({ type: "row", id: rowId, title, collapsed: closed, gridPos, panels: closed ? inside : [] });
    if (closed) continue;
    all.push(...inside);
    y += height;
  }
  return all;
}

const panelJson = (panel: Panel, present: readonly DashboardName[]): JsonObject =>
  isMetric(panel) ? metricPanelJson(panel, present) : storePanelJson(panel);
