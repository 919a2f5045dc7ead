import { awsDomain } from "../facts/regions";
import { loginSecret } from "../outbound/login-schema";
import type { SiteEnvironment } from "../sites/environment";
import { TRACES_NAMESPACE, type TraceStore } from "./schema";

/** Service of AWS that takes traces, as endpoints of VPCs and signatures name it. */
export const XRAY_SERVICE = "xray";

/** A store that traces go to. */
export type RealTraceStore = Exclude<TraceStore, { readonly kind: "none" }>;

/** What decides whether traces are kept. */
export type KeptTraces = Pick<SiteEnvironment["traces"], "to">;

/** Nobody keeps traces. */
export const NO_TRACES: KeptTraces = { to: { kind: "none" } };

/** The store; null: nobody keeps traces. */
export const traceStore = ({ to }: KeptTraces): RealTraceStore | null => (to.kind === "none" ? null : to);

/** Secret that a store needs; null: none. */
export const traceSecret = ({ to }: KeptTraces): string | null => (to.kind === "otlp" ? loginSecret(to.login) : null);

/** In some words, as reviews and sheets call it. */
export const traceStoreTitle = (store: RealTraceStore): string =>
  store.kind === "xray" ? "AWS X-Ray" : `the store at ${store.url}`;

/**
 * Where X-Ray takes OTLP.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-OTLPEndpoint.html
 */
export const xrayUrl = (region: string): string => `https://${XRAY_SERVICE}.${region}.${awsDomain(region)}/v1/traces`;

/** Release, Deployment, Service and account of the collectors. Frozen: the role in AWS is for the account, and jobs know the name. */
export const TRACE_RELEASE = "railyard-traces";

/** Ports of OTLP. @see https://opentelemetry.io/docs/specs/otlp/ */
export const OTLP_PORTS = { grpc: 4317, http: 4318 } as const;

/**
 * Variables of OpenTelemetry by which programs in the cluster find the collectors. Those of traces alone: metrics and logs of a
 * program go where they went before.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://${TRACE_RELEASE}.${TRACES_NAMESPACE}.svc:${OTLP_PORTS.http}/v1/traces`,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
} as const;
