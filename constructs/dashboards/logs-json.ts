import type { LogQuery, LogsPanel } from "./dashboard";
import { LOGS_UID } from "./data-sources";

/** A value of JSON. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Lines that a panel asks for: Loki's own limit is 5000, and CloudWatch takes 10,000. */
const LINES = 1000;

/**
 * A panel with lines of logs, and what it asks.
 * @see https://github.com/grafana/grafana-foundation-sdk (logs, loki and cloudwatch of the model)
 */
export function logsPanelJson({ title, description, query }: LogsPanel): JsonObject {
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
