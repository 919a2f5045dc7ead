import type { SiteEnvironment } from "../../../config/sites/environment";
import { OTLP_PORTS, traceStore, XRAY_SERVICE, xrayUrl, type RealTraceStore } from "../../../config/traces/traces";
import { loginExtension, type LoginExtension } from "../collector-login";
import type { TraceWriterPlace } from "../component";
import type { CollectorPart } from "../logs/collector-config";
import { LOG_PORTS } from "../logs/collector-names";

export interface TraceConfigProps extends Pick<SiteEnvironment, "name" | "traces"> {
  /** Null: traces do not go to X-Ray. */
  readonly writer: Pick<TraceWriterPlace, "region"> | null;
}

/** Bytes of spans that wait in a collector while the store takes none, as OTLP has them. */
const WAITING_BYTES = 64 * 1024 * 1024;

/** How long a store may be away: what has waited longer is lost. Railyard's own choice: spans wait in memory. */
const WAIT = "30m";

/** What programs may send at one time, which is the limit of gRPC by itself: more is refused, and the program is told so. */
const TAKEN_MIB = 4;

/**
 * Bytes of one request to the store. A span that is larger than the most would be dropped without being counted, so nothing that is taken
 * is; X-Ray takes 5 MB. The least is Railyard's own choice.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-OTLPEndpoint.html
 */
const REQUEST_BYTES = { least: 256 * 1024, most: TAKEN_MIB * 1024 * 1024 + 64 * 1024 } as const;

/** Configuration of the collectors, as text: JSON is YAML, too. A dollar sign is doubled in it, for a single one names a variable. */
export function traceConfig({ name, traces, writer }: TraceConfigProps): string {
  const store = traceStore(traces);
  if (!store) throw new Error("nobody keeps traces here: there is nothing to configure.");
  const login = authentication(store, writer);
  const extensions = {
    health_check: { endpoint: `\${env:POD_IP}:${LOG_PORTS.health}` },
    ...(login && { [login.name]: login.config }),
  };
  const processors = {
    memory_limiter: { check_interval: "1s", limit_percentage: 75, spike_limit_percentage: 20 },
    resource: { attributes: [{ key: "k8s.cluster.name", value: name, action: "upsert" }] },
    // the same traces in each collector: it counts with their ids
    ...(traces.samplePercent < 100 && { probabilistic_sampler: { sampling_percentage: traces.samplePercent } }),
  };
  return JSON.stringify(
    {
      extensions,
      receivers: {
        otlp: {
          protocols: {
            grpc: { endpoint: `\${env:POD_IP}:${OTLP_PORTS.grpc}`, max_recv_msg_size_mib: TAKEN_MIB },
            http: { endpoint: `\${env:POD_IP}:${OTLP_PORTS.http}`, max_request_body_size: TAKEN_MIB * 1024 * 1024 },
          },
        },
      },
      processors,
      exporters: {
        otlp_http: {
          ...destination(store, writer),
          compression: "gzip",
          ...(login && { auth: { authenticator: login.name } }),
          ...QUEUE,
        },
      },
      service: {
        extensions: Object.keys(extensions),
        telemetry: {
          metrics: {
            readers: [{ pull: { exporter: { prometheus: { host: "${env:POD_IP}", port: LOG_PORTS.metrics } } } }],
          },
        },
        pipelines: { traces: { receivers: ["otlp"], processors: Object.keys(processors), exporters: ["otlp_http"] } },
      },
    },
    null,
    1,
  );
}

/** Waits in memory: a program that sends is never held up, and is told when there is no room. */
const QUEUE: CollectorPart = {
  sending_queue: {
    enabled: true,
    sizer: "bytes",
    queue_size: WAITING_BYTES,
    num_consumers: 4,
    batch: { flush_timeout: "5s", sizer: "bytes", min_size: REQUEST_BYTES.least, max_size: REQUEST_BYTES.most },
  },
  retry_on_failure: { enabled: true, initial_interval: "5s", max_interval: "60s", max_elapsed_time: WAIT },
};

function destination(store: RealTraceStore, writer: TraceConfigProps["writer"]): CollectorPart {
  if (store.kind === "xray") return { traces_endpoint: xrayUrl(place(writer).region) };
  return {
    // a dollar sign in a path would name a variable
    traces_endpoint: `${store.url}/v1/traces`.replaceAll("$", "$$$$"),
    ...(store.tenant !== undefined && { headers: { "X-Scope-OrgID": store.tenant } }),
  };
}

function authentication(store: RealTraceStore, writer: TraceConfigProps["writer"]): LoginExtension | null {
  if (store.kind === "otlp") return loginExtension(store.login);
  return { name: "sigv4auth", config: { region: place(writer).region, service: XRAY_SERVICE } };
}

function place<Place>(writer: Place | null): Place {
  if (writer === null) throw new Error("traces go to X-Ray, and nobody made the right to send them.");
  return writer;
}
