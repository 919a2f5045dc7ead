/**
 * The collector with receivers and exporters of others beside OpenTelemetry's own.
 * @see https://github.com/open-telemetry/opentelemetry-collector-releases/tree/v0.158.0/distributions/otelcol-contrib
 */
export const LOG_COLLECTOR_IMAGE = "otel/opentelemetry-collector-contrib:0.158.0";

/** Release, DaemonSet and account of the collectors of nodes. Frozen: the role in AWS is for the account. */
export const LOG_RELEASE = "railyard-logs";

/** Release, Deployment and account of the collector of files of jobs. Frozen. */
export const JOB_LOG_RELEASE = "railyard-job-logs";

/** Folder of each node with what was read already, and with what waits for the store. Frozen. */
export const LOG_STATE = "/var/lib/railyard-logs";
/** Where the kubelet has what containers print. */
export const POD_LOGS = "/var/log/pods";
/** File system of the node, in a collector that reads its journal. */
export const HOST_ROOT = "/host";

/** Ports of a collector. */
export const LOG_PORTS = { metrics: 8888, health: 13133 } as const;
