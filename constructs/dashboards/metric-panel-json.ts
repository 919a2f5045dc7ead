import type { DashboardName, MetricPanel, Unit } from "./dashboard";
import { PROMETHEUS } from "./data-sources";
import type { JsonObject } from "./store-panel-json";
import { columnOverrides, columnsJson, mappings, refId } from "./table-json";

/** A panel of what Prometheus tells, and what it is asked. */
export function metricPanelJson(panel: MetricPanel, present: readonly DashboardName[]): JsonObject {
  const common = {
    title: panel.title,
    description: panel.description,
    datasource: PROMETHEUS,
    targets: targets(panel),
  };
  switch (panel.kind) {
    case "number":
      return {
        ...common,
        type: "stat",
        fieldConfig: {
          defaults: {
            unit: exactly(panel.unit),
            color: { mode: "thresholds" },
            thresholds: steps(panel),
            ...(panel.words && { mappings: mappings(panel.words) }),
          },
          overrides: [],
        },
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
      const { min = 0, max, stacked = false, thresholds } = panel;
      const custom = {
        fillOpacity: stacked ? 20 : 0,
        stacking: { mode: stacked ? "normal" : "none" },
        // each line keeps a color of its own
        ...(thresholds && { thresholdsStyle: { mode: "dashed" } }),
      };
      return {
        ...common,
        type: "timeseries",
        fieldConfig: {
          defaults: {
            unit: panel.unit,
            custom,
            ...(thresholds && { color: { mode: "palette-classic" }, thresholds: steps(panel) }),
            ...(min !== "auto" && { min }),
            ...(max !== undefined && { max }),
          },
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
          // 150 otherwise: the last columns of a wide table would be beyond the screen
          defaults: { unit: exactly(panel.unit), custom: { minWidth: 100 } },
          overrides: columnOverrides(panel, present),
        },
        options: {
          showHeader: true,
          cellHeight: "sm",
          ...(panel.sortedBy !== undefined && { sortBy: [{ displayName: panel.sortedBy, desc: false }] }),
        },
        transformations: columnsJson(panel),
      };
  }
}

const targets = ({ kind, queries }: MetricPanel): JsonObject[] =>
  queries.map(({ expr, legend }, at) => ({
    refId: refId(at),
    datasource: PROMETHEUS,
    expr,
    legendFormat: legend ?? "__auto",
    // a number has a line behind it
    ...(kind === "table" ? { format: "table", instant: true, range: false } : { range: true }),
  }));

/** A table and a large number say how many, not 1.02 K. */
const exactly = (unit: Unit): string => (unit === "short" ? "none" : unit);

/** Always said: where it is not, Grafana draws every number from 80 on in red. */
const steps = ({ thresholds = [] }: MetricPanel): JsonObject => ({
  mode: "absolute",
  steps: [{ color: "green", value: null }, ...thresholds.map(({ from, color }) => ({ color, value: from }))],
});
