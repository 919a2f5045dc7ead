import { logStore, type LogSubject, type RealStore } from "../../../config/logs/logs";
import { LOGS_NAMESPACE } from "../../../config/logs/schema";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { LogWriterPlace } from "../component";
import { loginExtension } from "../collector-login";
import { HOST_ROOT, LOG_PORTS, LOG_RELEASE, LOG_STATE, POD_LOGS } from "./collector-names";
import { cloudWatchStages } from "./cloudwatch-stages";
import { jobReceiver } from "./job-receiver";
import { journalReceiver } from "./journal-receiver";

/** A part of the configuration, as YAML has it. */
export type CollectorPart = { readonly [key: string]: unknown };

export interface CollectorConfigProps extends Pick<SiteEnvironment, "name" | "logs"> {
  /** What this collector sends. At least one. */
  readonly subjects: readonly LogSubject[];
  readonly writer: Pick<LogWriterPlace, "region" | "groups"> | null;
}

/**
 * Longest line, bytes: Loki refuses longer ones by itself, and what is longer comes in parts.
 * @see https://grafana.com/docs/loki/latest/configure/#limits_config max_line_size
 */
const MAX_LINE_BYTES = 200 * 1024;

/** Lines that wait on the disk of a node while the store takes none. Some 100 MiB where lines have 500 bytes. */
const WAITING_LINES = 200_000;

/**
 * How long a store may be away: what has waited longer is lost, so that nothing that a store refuses for ever holds up what
 * comes after it. Railyard's own choice, and that of Prometheus for metrics.
 */
const WAIT = "2h";

/**
 * CloudWatch refuses what is older than 14 days, or two hours ahead, and its exporter then sends all that it sent with it again.
 * @see https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html
 */
const OLDEST = "312h";
const NEWEST = "1h";

/** Configuration of the collector of every node, as text: JSON is YAML, too. A dollar sign is doubled in it, for a single one names a variable. */
export function collectorConfig({ name, logs, subjects, writer }: CollectorConfigProps): string {
  const store = logStore(logs);
  if (!store) throw new Error("nobody keeps logs here: there is nothing to configure.");
  const login = store.kind === "loki" ? loginExtension(store.login) : null;
  const extensions = {
    health_check: { endpoint: `\${env:POD_IP}:${LOG_PORTS.health}` },
    file_storage: {
      directory: `${LOG_STATE}/state`,
      create_directory: true,
      compaction: { on_start: true, directory: `${LOG_STATE}/state` },
    },
    ...(login && { [login.name]: login.config }),
  };
  return JSON.stringify(
    {
      extensions,
      receivers: Object.fromEntries(subjects.map((subject) => [RECEIVERS[subject], receiver(subject, logs)])),
      processors: {
        memory_limiter: { check_interval: "1s", limit_percentage: 75, spike_limit_percentage: 20 },
        resource: {
          attributes: [
            { key: "k8s.cluster.name", value: name, action: "upsert" },
            // files of jobs are of no node
            ...(subjects.includes("jobs") ? [] : [{ key: "k8s.node.name", value: "${env:NODE}", action: "upsert" }]),
          ],
        },
        "filter/time": {
          error_mode: "ignore",
          logs: {
            log_record: [`time < Now() - Duration("${OLDEST}")`, `time > Now() + Duration("${NEWEST}")`],
          },
        },
        ...(store.kind === "cloudwatch" ? cloudWatchStages(subjects) : serviceNames(subjects)),
      },
      exporters: Object.fromEntries(
        subjects.map((subject) => [
          exporterOf(store, subject),
          { ...destination(store, subject, writer), ...(login && { auth: { authenticator: login.name } }), ...QUEUE },
        ]),
      ),
      service: {
        extensions: Object.keys(extensions),
        telemetry: {
          metrics: {
            readers: [{ pull: { exporter: { prometheus: { host: "${env:POD_IP}", port: LOG_PORTS.metrics } } } }],
          },
        },
        pipelines: Object.fromEntries(
          subjects.map((subject) => [
            `logs/${subject}`,
            {
              receivers: [RECEIVERS[subject]],
              // files of jobs have no times: a line has that at which it was read
              processors: [
                "memory_limiter",
                ...(subject === "jobs" ? [] : ["filter/time"]),
                "resource",
                `transform/${subject}`,
              ],
              exporters: [exporterOf(store, subject)],
            },
          ]),
        ),
      },
    },
    null,
    1,
  );
}

const RECEIVERS: Readonly<Record<LogSubject, string>> = { pods: "file_log", nodes: "journald", jobs: "file_log/jobs" };

function receiver(subject: LogSubject, { exceptNamespaces, jobFiles }: SiteEnvironment["logs"]): CollectorPart {
  if (subject === "nodes") return journalReceiver(HOST_ROOT);
  return subject === "jobs" ? jobReceiver(jobFiles) : podReceiver(exceptNamespaces);
}

/**
 * The path says namespace, pod and container, so that no collector asks the API of the cluster. Its own lines would be told again
 * for ever.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/kubelet/kuberuntime/helpers.go BuildPodLogsDirectory
 */
const podReceiver = (except: readonly string[]): CollectorPart => ({
  include: [`${POD_LOGS}/*/*/*.log`],
  exclude: [
    `${POD_LOGS}/${LOGS_NAMESPACE}_${LOG_RELEASE}-*_*/*/*.log`,
    ...except.map((namespace) => `${POD_LOGS}/${namespace}_*/*/*.log`),
  ],
  include_file_name: false,
  include_file_path: true,
  start_at: "beginning",
  poll_interval: "1s",
  // a line of several parts has what stands at the end of each
  preserve_trailing_whitespaces: true,
  storage: "file_storage",
  retry_on_failure: { enabled: true, max_elapsed_time: 0 },
  operators: [
    { type: "container", id: "container", max_log_size: MAX_LINE_BYTES },
    // CloudWatch refuses a line of nothing
    { type: "filter", expr: 'body == nil or body matches "^\\\\s*$$"' },
    { type: "remove", field: 'attributes["log.file.path"]' },
  ],
});

/** Waits on the disk: a collector that ends, and a node that boots, lose nothing that was read. */
const QUEUE: CollectorPart = {
  sending_queue: {
    enabled: true,
    storage: "file_storage",
    sizer: "items",
    queue_size: WAITING_LINES,
    // files are read on when there is room
    block_on_overflow: true,
    num_consumers: 4,
    batch: { flush_timeout: "5s", min_size: 1000, max_size: 5000 },
  },
  retry_on_failure: { enabled: true, initial_interval: "5s", max_interval: "60s", max_elapsed_time: WAIT },
};

const exporterOf = ({ kind }: RealStore, subject: LogSubject): string =>
  `${kind === "cloudwatch" ? "awscloudwatchlogs" : "otlp_http"}/${subject}`;

function destination(store: RealStore, subject: LogSubject, writer: CollectorConfigProps["writer"]): CollectorPart {
  if (store.kind === "loki")
    return {
      endpoint: `${store.url}/otlp`,
      compression: "gzip",
      ...(store.tenant !== undefined && { headers: { "X-Scope-OrgID": store.tenant } }),
    };
  if (!writer) throw new Error("logs go to CloudWatch, and nobody made its groups.");
  return {
    region: writer.region,
    log_group_name: writer.groups[subject],
    // the attribute service.instance.id
    log_stream_name: "{InstanceId}",
    raw_log: true,
  };
}

/** Loki's label for who writes. */
const SERVICES: Readonly<Record<LogSubject, string>> = {
  pods: 'resource.attributes["k8s.container.name"]',
  nodes: 'resource.attributes["unit"]',
  jobs: '"slurm-job"',
};

const serviceNames = (subjects: readonly LogSubject[]): CollectorPart =>
  Object.fromEntries(
    subjects.map((subject) => [
      `transform/${subject}`,
      {
        error_mode: "ignore",
        log_statements: [`set(resource.attributes["service.name"], ${SERVICES[subject]})`],
      },
    ]),
  );
