/** How Grafana writes values. @see https://github.com/grafana/grafana/blob/main/packages/grafana-data/src/valueFormats/categories.ts */
export type Unit =
  | "short"
  | "percentunit"
  | "percent"
  | "celsius"
  | "watt"
  | "bytes"
  | "Bps"
  | "bps"
  | "pps"
  | "ops"
  | "iops"
  | "s"
  | "dtdhms"
  | "hertz"
  | "currencyUSD";

/** What Prometheus is asked. */
export interface Query {
  /** PromQL. `$__rate_interval`, `$__range` and `$name` of a variable are Grafana's. */
  readonly expr: string;
  /** Name of each series, `{{hostname}}`. In tables it is the column of the values. @default - all labels */
  readonly legend?: string;
}

/** From where on a value is bad. */
export interface Threshold {
  readonly from: number;
  readonly color: "green" | "yellow" | "orange" | "red";
}

/** Where a cell of a table leads to. */
export interface CellLink {
  /** Label whose column has the link. */
  readonly label: string;
  readonly dashboard: DashboardName;
  /** Variables of that dashboard, and what gives their values: a label of the row, or `$node`, a variable of this one. */
  readonly variables: Readonly<Record<string, string>>;
}

interface AnyPanel {
  readonly title: string;
  /** What it shows and what to make of it; people read it at the panel's corner. */
  readonly description: string;
  readonly unit: Unit;
  readonly queries: readonly [Query, ...Query[]];
  /** Of 24 columns, at least: the last of a line takes what is left, but numbers. @default 4 for a number, 12 for lines, 24 for a table */
  readonly width?: number;
  /** Of 30 pixels each. @default 4 for a number, 8 for lines, 9 for a table */
  readonly height?: number;
  /** Below the first one a value is good. @default - no value is bad */
  readonly thresholds?: readonly Threshold[];
}

/** What stands in the place of values, and the color of those that are bad: `{ 0: { text: "no", color: "red" }, 1: "yes" }`. */
export type Words = Readonly<Record<number, string | { readonly text: string; readonly color: Threshold["color"] }>>;

/** The newest value in large. */
export interface NumberPanel extends AnyPanel {
  readonly kind: "number";
  /** @default - the values themselves */
  readonly words?: Words;
}

/** Values over time. */
export interface LinesPanel extends AnyPanel {
  readonly kind: "lines";
  /** Series lie on each other, and the upper edge is their sum. @default false */
  readonly stacked?: boolean;
  /** Smallest value of the axis. @default 0 */
  readonly min?: number | "auto";
  /** Largest value of the axis. @default - as the values are */
  readonly max?: number;
}

/** Lines over time. */
export const over = (title: string, description: string, unit: Unit, ...queries: [Query, ...Query[]]): LinesPanel => ({
  kind: "lines",
  title,
  description,
  unit,
  queries,
});

/** Newest values, a row for each set of labels. Several queries with the same labels are columns of one table. */
export interface TablePanel extends AnyPanel {
  readonly kind: "table";
  /** Labels that are columns, in this order, and what stands above them. Others are not shown. */
  readonly columns: Readonly<Record<string, string>>;
  readonly links?: readonly CellLink[];
  /** Of all queries. @default - the values themselves */
  readonly words?: Words;
  /** Column by which rows stand, the smallest first. @default - in the order of the first query */
  readonly sortedBy?: string;
}

/** What Prometheus tells. */
export type MetricPanel = NumberPanel | LinesPanel | TablePanel;

/** What a store of logs is asked. `$name` of a variable is Grafana's. */
export type LogQuery =
  | { readonly store: "loki"; readonly expr: string }
  | {
      readonly store: "cloudwatch";
      readonly expr: string;
      readonly region: string;
      readonly group: { readonly name: string; readonly arn: string };
    };

/** Lines of logs, the newest first. */
export interface LogsPanel {
  readonly kind: "logs";
  readonly title: string;
  readonly description: string;
  readonly query: LogQuery;
  /** Of 24 columns. @default 24 */
  readonly width?: number;
}

/** Traces that a store finds, the newest first. */
export interface TracesPanel {
  readonly kind: "traces";
  readonly title: string;
  readonly description: string;
  /** TraceQL. `$name` of a variable is Grafana's. */
  readonly query: string;
  /** Of 24 columns. @default 24 */
  readonly width?: number;
}

/** What a store outside of the cluster tells. */
export type StorePanel = LogsPanel | TracesPanel;

export type Panel = MetricPanel | StorePanel;

/** Whether Prometheus tells what a panel shows. */
export const isMetric = (panel: Panel): panel is MetricPanel => "queries" in panel;

/** Panels that answer one question. */
export interface Row {
  readonly title: string;
  /** Its panels ask nothing until a reader opens it: for questions that cost something. @default false */
  readonly closed?: boolean;
  readonly panels: readonly Panel[];
}

/** What the reader chooses: values of a label. */
export interface Variable {
  /** As queries spell it after a dollar. */
  readonly name: string;
  readonly title: string;
  /** Label whose values can be chosen. */
  readonly label: string;
  /** Series that have it. */
  readonly of: string;
  /** Whether several can be chosen, and all of them: queries then say `=~"$name"`. @default false */
  readonly several?: boolean;
}

/** Every dashboard: links and bookmarks know it by this name. Frozen. */
export type DashboardName =
  | "gpu-fleet"
  | "job"
  | "node"
  | "gpu"
  | "fabric"
  | "lustre"
  | "slurm"
  | "scaling"
  | "money"
  | "slos"
  | "kueue"
  | "control-plane"
  | "nat"
  | "buckets"
  | "datasets";

/** A dashboard of Grafana. */
export interface Dashboard {
  readonly name: DashboardName;
  readonly title: string;
  readonly description: string;
  /** @default - nothing is chosen */
  readonly variables?: readonly Variable[];
  /** Where to go on, at the top. @default - the list of dashboards alone */
  readonly links?: readonly DashboardLink[];
  readonly rows: readonly Row[];
}

/** A way out of a dashboard. */
export interface DashboardLink {
  readonly title: string;
  readonly tooltip: string;
  /** `${name}` of a variable is Grafana's. */
  readonly url: string;
}

/** Id of a dashboard in Grafana: `railyard-gpu-fleet`. */
export const uidOf = (name: DashboardName): string => `railyard-${name}`;
