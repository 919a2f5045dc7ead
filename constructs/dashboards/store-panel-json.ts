import type { LogQuery, LogsPanel, StorePanel, TracesPanel } from "./dashboard";
import { LOGS_UID, TRACES_UID } from "./data-sources";

/** A value of JSON. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Lines that a panel asks for: Loki's own limit is 5000, and CloudWatch takes 10,000. */
const LINES = 1000;

/** Traces that a panel asks for: Railyard's own choice. */
const TRACES = 100;

/**
 * A panel of a store outside of the cluster, and what it asks.
 * @see https://github.com/grafana/grafana-foundation-sdk (logs, table, loki, cloudwatch and tempo of the model)
 */
export const storePanelJson = (panel: StorePanel): JsonObject =>
  panel.kind === "logs" ? logsPanelJson(panel) : tracesPanelJson(panel);

function logsPanelJson({ title, description, query }: LogsPanel): JsonObject {
  const datasource = { type: query.store, uid: LOGS_UID };
  return {
    type: "logs",
    title,
    description,
    datasource,
    targets: [{ refId: "A", datasource, ...targetJson(query) }],
    fieldConfig: { defaults: {}, overrides: [] },
    options: {
      showTime: true,
      showLabels: false,
      showCommonLabels: false,
      showLogContextToggle: false,
      wrapLogMessage: true,
      prettifyLogMessage: false,
      enableLogDetails: true,
      sortOrder: "Descending",
      dedupStrategy: "none",
    },
  };
}

function targetJson(query: LogQuery): JsonObject {
  if (query.store === "loki") return { expr: query.expr, queryType: "range", direction: "backward", maxLines: LINES };
  const { region, group, expr } = query;
  return {
    queryMode: "Logs",
    queryLanguage: "CWLI",
    id: "",
    region,
    logGroups: [{ arn: group.arn, name: group.name }],
    expression: `${expr} | limit ${LINES}`,
    statsGroups: [],
  };
}

function tracesPanelJson({ title, description, query }: TracesPanel): JsonObject {
  const datasource = { type: "tempo", uid: TRACES_UID };
  return {
    type: "table",
    title,
    description,
    datasource,
    targets: [{ refId: "A", datasource, queryType: "traceql", query, tableType: "traces", limit: TRACES, filters: [] }],
    fieldConfig: { defaults: {}, overrides: [] },
    options: { showHeader: true, cellHeight: "sm" },
  };
}
