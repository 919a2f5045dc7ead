import { keepsJobFiles, logSubjects } from "../../config/logs/logs";
import {
  grafanaLogs,
  grafanaTraces,
  logGroups,
  type LogGroups,
  type ReadLoki,
  type ReadTempo,
} from "../../config/monitoring/grafana-stores";
import type { Login } from "../../config/outbound/login-schema";
import { awsOf } from "../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { traceStore } from "../../config/traces/traces";
import type { HelmValues } from "../core/helm-values";
import { uidOf, type DashboardName } from "../dashboards/dashboard";
import { LOGS_UID, TRACES_UID } from "../dashboards/data-sources";
import type { TracesOnDashboard } from "../dashboards/job-traces";
import { LINES, lokiQuery, type LogsOnDashboard } from "../dashboards/log-lines";

/** Logs as dashboards see them; null: nobody keeps any, or Grafana knows no way there. */
export function logsOnDashboard(env: SiteEnvironment): LogsOnDashboard | null {
  const [read, groups] = [grafanaLogs(env), logGroups(env)];
  if (!read && !groups) return null;
  return { cluster: env.name, subjects: logSubjects(env.logs), asks: read?.kind ?? null, groups };
}

/** Traces as dashboards see them; null: as for logs. */
export function tracesOnDashboard(env: SiteEnvironment): TracesOnDashboard | null {
  const [read, aws] = [grafanaTraces(env), awsOf(env)];
  const xray = aws && traceStore(env.traces)?.kind === "xray" ? { region: aws.region, partition: aws.partition } : null;
  return read || xray ? { cluster: env.name, asks: read !== null, xray } : null;
}

/** What Grafana asks beside Prometheus. */
export interface GrafanaStores {
  /** Name of the environment. */
  readonly cluster: string;
  /** Null: nothing. */
  readonly logs: ReadLoki | LogGroups | null;
  /** Null: nothing. */
  readonly traces: ReadTempo | null;
  /** Whether files of jobs are among logs. */
  readonly jobFiles: boolean;
}

/** What Grafana asks in an environment. */
export const grafanaStores = (env: SiteEnvironment): GrafanaStores => ({
  cluster: env.name,
  logs: grafanaLogs(env),
  traces: grafanaTraces(env),
  jobFiles: keepsJobFiles(env.logs),
});

/** Secrets of logins, each with a file for each of its keys. */
export const storeMounts = ({ logs, traces }: GrafanaStores): HelmValues[] => [
  ...(logs?.kind === "loki" ? mountOf("logs", logs.login) : []),
  ...(traces ? mountOf("traces", traces.login) : []),
];

const mountOf = (name: StoreName, login: Login): HelmValues[] =>
  login.kind === "none"
    ? []
    : [{ name, secretName: login.secretName, defaultMode: 0o440, mountPath: folderOf(name), readOnly: true }];

type StoreName = "logs" | "traces";

/** Folder of Grafana with what proves to a store who reads. */
const folderOf = (name: StoreName): string => `/etc/secrets/${name}`;

/** Data sources, as Grafana reads them from a file. */
export const storeSources = (stores: GrafanaStores): HelmValues[] => [
  ...(stores.logs ? [logsSource(stores.logs)] : []),
  ...(stores.traces ? [tracesSource(stores, stores.traces)] : []),
];

const COMMON = { access: "proxy", editable: false } as const;

function logsSource(logs: ReadLoki | LogGroups): HelmValues {
  const named = { name: "Logs", uid: LOGS_UID, ...COMMON };
  if (logs.kind === "cloudwatch") return { ...named, type: "cloudwatch", jsonData: cloudWatchSource(logs) };
  const derivedFields = [wayBack("job", "slurm_job_id"), wayBack("node", "k8s_node_name")];
  return { ...named, type: "loki", ...asked("logs", logs, { derivedFields }) };
}

/** From a span one comes to what its job printed, where the same Grafana reads that in a Loki. */
function tracesSource({ cluster, logs, jobFiles }: GrafanaStores, traces: ReadTempo): HelmValues {
  const toLogs = logs?.kind === "loki" && jobFiles;
  return {
    name: "Traces",
    uid: TRACES_UID,
    ...COMMON,
    type: "tempo",
    ...asked("traces", traces, {
      ...(toLogs && {
        tracesToLogsV2: {
          datasourceUid: LOGS_UID,
          spanStartTimeShift: "-10m",
          spanEndTimeShift: "10m",
          customQuery: true,
          query: lokiQuery(LINES.job, cluster, '$${__span.tags["railyard.hpc_job"]}'),
        },
      }),
    }),
  };
}

/** Grafana's role comes by Pod Identity, which is one of the ways that the SDK of AWS knows by itself. */
const cloudWatchSource = ({ region, groups }: LogGroups): HelmValues => ({
  authType: "default",
  defaultRegion: region,
  // where somebody asks without naming a group
  logGroups: groups.map(({ name, arn }) => ({ name, arn })),
});

/**
 * Address, login and tenant of a store: passwords and headers are what Grafana keeps encrypted.
 * @see https://grafana.com/docs/grafana/latest/administration/provisioning/#custom-http-headers-for-data-sources
 */
function asked(name: StoreName, { url, login, tenant }: ReadLoki | ReadTempo, more: HelmValues): HelmValues {
  const file = fileOf(name);
  const headers = [
    ...(tenant === null ? [] : [["X-Scope-OrgID", literal(tenant)] as const]),
    ...(login.kind === "bearer" ? [["Authorization", `Bearer ${file(login.secretKeyName)}`] as const] : []),
  ];
  const numbered = (key: string, of: (header: readonly [string, string]) => string): HelmValues =>
    Object.fromEntries(headers.map((header, at) => [`${key}${at + 1}`, of(header)]));
  const secrets = {
    ...numbered("httpHeaderValue", ([, value]) => value),
    ...(login.kind === "basic" && { basicAuthPassword: file(login.passwordKeyName) }),
  };
  const data = { ...numbered("httpHeaderName", ([header]) => header), ...more };
  return {
    url: literal(url),
    ...(login.kind === "basic" && { basicAuth: true, basicAuthUser: file(login.usernameKeyName) }),
    ...(Object.keys(data).length > 0 && { jsonData: data }),
    ...(Object.keys(secrets).length > 0 && { secureJsonData: secrets }),
  };
}

/** Read when Grafana starts; blanks and ends of lines around it are left out. */
const fileOf =
  (name: StoreName) =>
  (key: string): string =>
    `$__file{${folderOf(name)}/${key}}`;

/** Grafana reads names after a dollar sign, and the chart what stands in double braces. */
const literal = (text: string): string => text.replaceAll("$", "$$$$").replaceAll("{", "%7B").replaceAll("}", "%7D");

/** From a line to the dashboard of its job or node, which has a variable of the same name. */
const wayBack = (dashboard: Extract<DashboardName, "job" | "node">, label: string): HelmValues => ({
  name: dashboard,
  matcherType: "label",
  matcherRegex: `^${label}$$`,
  url: `/d/${uidOf(dashboard)}?var-${dashboard}=$$\{__value.raw}`,
  urlDisplayLabel: `Open ${dashboard}`,
});
