import { logSubjects } from "../../config/logs/logs";
import { grafanaLogs, logGroups, type LogGroups, type ReadLoki } from "../../config/monitoring/grafana-stores";
import type { Login } from "../../config/outbound/login-schema";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { HelmValues } from "../core/helm-values";
import { uidOf, type DashboardName } from "../dashboards/dashboard";
import { LOGS_UID } from "../dashboards/data-sources";
import type { LogsOnDashboard } from "../dashboards/log-lines";

/** Logs as dashboards see them; null: nobody keeps any, or Grafana knows no way there. */
export function logsOnDashboard(env: SiteEnvironment): LogsOnDashboard | null {
  const [read, groups] = [grafanaLogs(env), logGroups(env)];
  if (!read && !groups) return null;
  return { cluster: env.name, subjects: logSubjects(env.logs), asks: read?.kind ?? null, groups };
}

/** Folder of Grafana with what proves to Loki who reads. */
const LOGIN_FOLDER = "/etc/secrets/logs";

/** A Secret of a login as a file each key; empty: there is none. */
export const storeMounts = (logs: ReadLoki | LogGroups | null): HelmValues[] =>
  logs?.kind !== "loki" || logs.login.kind === "none"
    ? []
    : [
        {
          name: "logs",
          secretName: logs.login.secretName,
          defaultMode: 0o440,
          mountPath: LOGIN_FOLDER,
          readOnly: true,
        },
      ];

/** The data source of logs, as Grafana reads it from a file; null: there is none. */
export function logsSource(logs: ReadLoki | LogGroups | null): HelmValues | null {
  if (!logs) return null;
  const common = { name: "Logs", uid: LOGS_UID, access: "proxy", editable: false };
  return logs.kind === "loki"
    ? { ...common, type: "loki", ...lokiSource(logs) }
    : { ...common, type: "cloudwatch", jsonData: cloudWatchSource(logs) };
}

/** Grafana's role comes by Pod Identity, which is one of the ways that the SDK of AWS knows by itself. */
const cloudWatchSource = ({ region, groups }: LogGroups): HelmValues => ({
  authType: "default",
  defaultRegion: region,
  // where somebody asks without naming a group
  logGroups: groups.map(({ name, arn }) => ({ name, arn })),
});

/**
 * Login and tenant are headers that Grafana keeps encrypted.
 * @see https://grafana.com/docs/grafana/latest/administration/provisioning/#custom-http-headers-for-data-sources
 */
function lokiSource({ url, login, tenant }: ReadLoki): HelmValues {
  const headers = [
    ...(tenant === null ? [] : [["X-Scope-OrgID", literal(tenant)] as const]),
    ...(login.kind === "bearer" ? [["Authorization", `Bearer ${file(login.secretKeyName)}`] as const] : []),
  ];
  const numbered = (name: string, of: (header: readonly [string, string]) => string): HelmValues =>
    Object.fromEntries(headers.map((header, at) => [`${name}${at + 1}`, of(header)]));
  const secrets = { ...numbered("httpHeaderValue", ([, value]) => value), ...password(login) };
  return {
    url: literal(url),
    ...(login.kind === "basic" && { basicAuth: true, basicAuthUser: file(login.usernameKeyName) }),
    jsonData: {
      ...numbered("httpHeaderName", ([name]) => name),
      derivedFields: [wayBack("job", "slurm_job_id"), wayBack("node", "k8s_node_name")],
    },
    ...(Object.keys(secrets).length > 0 && { secureJsonData: secrets }),
  };
}

const password = (login: Login): HelmValues =>
  login.kind === "basic" ? { basicAuthPassword: file(login.passwordKeyName) } : {};

/** Read when Grafana starts; blanks and ends of lines around it are left out. */
const file = (key: string): string => `$__file{${LOGIN_FOLDER}/${key}}`;

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
