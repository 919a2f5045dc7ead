import { z } from "zod";

/**
 * The part of Grafana's model of dashboards that Railyard writes. Objects are strict: a key that Grafana does not know it leaves
 * out without a word.
 * @see https://github.com/grafana/grafana-foundation-sdk/blob/main/jsonschema/dashboard.jsonschema.json
 */
const datasource = z.strictObject({ type: z.literal("prometheus"), uid: z.literal("prometheus") });
const gridPos = z.strictObject({
  x: z.int().min(0).max(23),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
});
const id = z.int().min(1);
const text = z.string().min(1);

const target = z.strictObject({
  refId: z.string().regex(/^[A-Z]$/),
  datasource,
  expr: text,
  legendFormat: text,
  range: z.boolean().optional(),
  instant: z.boolean().optional(),
  format: z.literal("table").optional(),
});

/** Those of Grafana that Railyard knows, as `getValueFormats` of @grafana/data 13.2.0 lists them: others are written behind the value as they are. */
const unit = z.enum([
  "none",
  "short",
  "string",
  "percentunit",
  "celsius",
  "watt",
  "hertz",
  "bytes",
  "Bps",
  "pps",
  "ops",
  "iops",
  "s",
  "dtdhms",
  "currencyUSD",
]);

const mappings = z.array(
  z.strictObject({
    type: z.literal("value"),
    options: z.record(
      z.string(),
      z.strictObject({ text, color: z.enum(["green", "yellow", "orange", "red"]).optional(), index: z.int() }),
    ),
  }),
);

const override = z.strictObject({
  matcher: z.strictObject({ id: z.literal("byName"), options: text }),
  properties: z
    .array(
      z.discriminatedUnion("id", [
        z.strictObject({
          id: z.literal("links"),
          value: z.array(z.strictObject({ title: text, url: z.string().startsWith("/d/railyard-") })),
        }),
        z.strictObject({ id: z.literal("unit"), value: z.literal("string") }),
        z.strictObject({ id: z.literal("custom.width"), value: z.int().min(50) }),
        z.strictObject({ id: z.literal("mappings"), value: mappings }),
      ]),
    )
    .min(1),
});

const fieldConfig = z.strictObject({
  defaults: z.strictObject({
    unit,
    mappings: mappings.optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    color: z.strictObject({ mode: z.enum(["thresholds", "palette-classic"]) }).optional(),
    thresholds: z
      .strictObject({
        mode: z.literal("absolute"),
        steps: z.array(z.strictObject({ color: text, value: z.number().nullable() })).min(1),
      })
      .optional(),
    custom: z
      .union([
        z.strictObject({ minWidth: z.int().min(50) }),
        z.strictObject({
          fillOpacity: z.int().min(0).max(100),
          stacking: z.strictObject({ mode: z.enum(["none", "normal", "percent"]) }),
          thresholdsStyle: z.strictObject({ mode: z.enum(["off", "line", "dashed", "area"]) }).optional(),
        }),
      ])
      .optional(),
  }),
  overrides: z.array(override),
});

const link = z.strictObject({
  type: z.literal("link"),
  title: text,
  tooltip: text,
  url: z.string().regex(/^(?:https:\/\/[\w.-]+\/|\/d\/railyard-)/),
  icon: z.enum(["external link", "dashboard"]),
  tags: z.tuple([]),
  asDropdown: z.literal(false),
  targetBlank: z.boolean(),
  includeVars: z.literal(false),
  keepTime: z.boolean(),
});

const source = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), uid: z.literal("railyard-logs") });

const logGroup = z.strictObject({ arn: z.string().regex(/^arn:[^*]+:log-group:[\w/.-]+$/), name: text });

const logTarget = z.union([
  z.strictObject({
    refId: text,
    datasource: source("loki"),
    expr: text,
    queryType: z.enum(["range", "instant", "stream"]),
    direction: z.enum(["forward", "backward", "scan"]),
    maxLines: z.int().min(1).max(5000),
  }),
  z.strictObject({
    refId: text,
    datasource: source("cloudwatch"),
    queryMode: z.literal("Logs"),
    queryLanguage: z.enum(["CWLI", "SQL", "PPL"]),
    id: z.string(),
    region: text,
    logGroups: z.array(logGroup).min(1),
    expression: text,
    statsGroups: z.array(text),
  }),
]);

/** Of a panel with lines of logs. */
const logsPanel = z.strictObject({
  type: z.literal("logs"),
  id,
  gridPos,
  title: text,
  description: text,
  datasource: z.union([source("loki"), source("cloudwatch")]),
  targets: z.array(logTarget).min(1),
  fieldConfig: z.strictObject({ defaults: z.strictObject({}), overrides: z.tuple([]) }),
  options: z.strictObject({
    showTime: z.boolean(),
    showLabels: z.boolean(),
    showCommonLabels: z.boolean(),
    showLogContextToggle: z.boolean(),
    wrapLogMessage: z.boolean(),
    prettifyLogMessage: z.boolean(),
    enableLogDetails: z.boolean(),
    sortOrder: z.enum(["Ascending", "Descending"]),
    dedupStrategy: z.enum(["none", "exact", "numbers", "signature"]),
  }),
});

const tempo = z.strictObject({ type: z.literal("tempo"), uid: z.literal("railyard-traces") });

/** Of a panel with traces. */
const tracesPanel = z.strictObject({
  type: z.literal("table"),
  id,
  gridPos,
  title: text,
  description: text,
  datasource: tempo,
  targets: z
    .array(
      z.strictObject({
        refId: text,
        datasource: tempo,
        queryType: z.enum(["traceql", "traceqlSearch", "traceId", "serviceMap", "upload", "nativeSearch", "clear"]),
        query: text,
        tableType: z.enum(["traces", "spans", "raw"]),
        limit: z.int().min(1),
        filters: z.tuple([]),
      }),
    )
    .min(1),
  fieldConfig: z.strictObject({ defaults: z.strictObject({}), overrides: z.tuple([]) }),
  options: z.strictObject({ showHeader: z.boolean(), cellHeight: z.enum(["sm", "md", "lg", "auto"]) }),
});

const common = {
  id,
  gridPos,
  title: text,
  description: text,
  datasource,
  targets: z.array(target).min(1),
  fieldConfig,
};

const metricPanel = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("row"),
    id,
    gridPos,
    title: text,
    // a closed row has its panels in itself
    collapsed: z.boolean(),
    panels: z.array(logsPanel),
  }),
  logsPanel,
  z.strictObject({
    ...common,
    type: z.literal("stat"),
    options: z.strictObject({
      reduceOptions: z.strictObject({ calcs: z.array(text) }),
      graphMode: z.enum(["none", "line", "area"]),
      colorMode: z.enum(["value", "background", "background_solid", "none"]),
      justifyMode: z.enum(["auto", "center"]),
      textMode: z.enum(["auto", "value", "value_and_name", "name", "none"]),
      orientation: z.enum(["auto", "vertical", "horizontal"]),
      wideLayout: z.boolean(),
      showPercentChange: z.boolean(),
      percentChangeColorMode: z.enum(["standard", "inverted", "same_as_value"]),
    }),
  }),
  z.strictObject({
    ...common,
    type: z.literal("timeseries"),
    options: z.strictObject({
      tooltip: z.strictObject({ mode: z.enum(["single", "multi", "none"]), sort: z.enum(["asc", "desc", "none"]) }),
      legend: z.strictObject({
        displayMode: z.enum(["list", "table", "hidden"]),
        placement: z.enum(["bottom", "right"]),
        showLegend: z.boolean(),
        calcs: z.array(text),
      }),
    }),
  }),
  z.strictObject({
    ...common,
    type: z.literal("table"),
    options: z.strictObject({
      showHeader: z.boolean(),
      cellHeight: z.enum(["sm", "md", "lg", "auto"]),
      sortBy: z.array(z.strictObject({ displayName: text, desc: z.boolean() })).optional(),
    }),
    transformations: z.array(
      z.strictObject({
        id: z.enum(["merge", "filterFieldsByName", "organize"]),
        options: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
]);

/** Two kinds of table: the one that fits says what is wrong with it. */
const panel = z.union([tracesPanel, metricPanel]);

const variable = z.strictObject({
  type: z.literal("query"),
  name: z.string().regex(/^[a-z]+$/),
  label: text,
  datasource,
  query: z.strictObject({ query: z.string().startsWith("label_values("), refId: text }),
  refresh: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  sort: z.int().min(0).max(8),
  multi: z.boolean(),
  includeAll: z.boolean(),
  allValue: text.optional(),
  current: z.strictObject({ text: z.array(text), value: z.array(text) }).optional(),
});

export const GRAFANA_DASHBOARD = z.strictObject({
  // longer ones are cut, and two may be one
  uid: z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/),
  title: text,
  description: text,
  tags: z.array(text),
  schemaVersion: z.int().min(36).max(42),
  editable: z.boolean(),
  timezone: z.enum(["browser", "utc"]),
  time: z.strictObject({ from: text, to: text }),
  refresh: text,
  graphTooltip: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  links: z.array(
    z.discriminatedUnion("type", [
      link,
      z.strictObject({
        type: z.literal("dashboards"),
        title: text,
        tooltip: z.string(),
        icon: text,
        tags: z.array(text),
        asDropdown: z.boolean(),
        targetBlank: z.boolean(),
        includeVars: z.boolean(),
        keepTime: z.boolean(),
      }),
    ]),
  ),
  annotations: z.strictObject({ list: z.tuple([]) }),
  templating: z.strictObject({ list: z.array(variable) }),
  panels: z.array(panel).min(1),
});
