/** The data source that the chart makes. */
export const PROMETHEUS = { type: "prometheus", uid: "prometheus" } as const;

/** Data source of logs: dashboards ask it by this uid, whatever its kind. Frozen. */
export const LOGS_UID = "railyard-logs";

/** Data source of traces. Frozen. */
export const TRACES_UID = "railyard-traces";
