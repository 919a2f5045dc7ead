import type { Partition } from "../facts/regions";
import { logGroupName, logStore, logSubjects, type LogSubject } from "../logs/logs";
import { loginSecret, type Login } from "../outbound/login-schema";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";
import { traceStore } from "../traces/traces";

/** A store with an address that Grafana asks. */
interface AskedStore {
  readonly url: string;
  readonly login: Login;
  /** Null: the store knows none. */
  readonly tenant: string | null;
}

export interface ReadLoki extends AskedStore {
  readonly kind: "loki";
}

export interface ReadTempo extends AskedStore {
  readonly kind: "tempo";
}

/** A group of CloudWatch. */
export interface LogGroup {
  readonly subject: LogSubject;
  readonly name: string;
  /** Without the star at its end. */
  readonly arn: string;
}

/** Groups of CloudWatch that lie in the account of the environment. */
export interface LogGroups {
  readonly kind: "cloudwatch";
  readonly region: string;
  readonly partition: Partition;
  readonly groups: readonly LogGroup[];
}

/** Groups of CloudWatch with logs of an environment; null: they are elsewhere, or nobody keeps them. */
export function logGroups(env: SiteEnvironment): LogGroups | null {
  const aws = awsOf(env);
  if (!aws || logStore(env.logs)?.kind !== "cloudwatch") return null;
  const { region, partition, account } = aws;
  return {
    kind: "cloudwatch",
    region,
    partition,
    groups: logSubjects(env.logs).map((subject) => {
      const name = logGroupName(env.name, subject);
      return { subject, name, arn: `arn:${partition}:logs:${region}:${account}:log-group:${name}` };
    }),
  };
}

/** What Grafana asks for logs; null: nothing. */
export function grafanaLogs(env: SiteEnvironment): ReadLoki | LogGroups | null {
  const { enabled, grafana } = env.monitoring;
  if (!enabled) return null;
  const { logs } = grafana;
  if (logs.kind === "cloudwatch") return logGroups(env);
  const store = logStore(env.logs);
  if (logs.kind !== "loki" || store?.kind !== "loki") return null;
  return { kind: "loki", url: logs.url ?? store.url, login: logs.login, tenant: store.tenant ?? null };
}

/** The Tempo that Grafana asks for traces; null: none. */
export function grafanaTraces(env: SiteEnvironment): ReadTempo | null {
  const { enabled, grafana } = env.monitoring;
  const store = traceStore(env.traces);
  if (!enabled || grafana.traces.kind === "none" || store?.kind !== "otlp") return null;
  return { ...grafana.traces, tenant: store.tenant ?? null };
}

/** A store at an address that Grafana asks. */
export interface ReadStore {
  /** Key of config below `monitoring.grafana`, and what is read there. */
  readonly key: "logs" | "traces";
  readonly url: string;
  /** Whether it is another address than that to which collectors send. */
  readonly ownUrl: boolean;
  readonly login: Login;
  /** How collectors log in there. */
  readonly writer: Login;
}

/** Stores at addresses that Grafana asks. */
export function readStores(env: SiteEnvironment): ReadStore[] {
  const [logs, traces] = [grafanaLogs(env), grafanaTraces(env)];
  const [lines, spans] = [env.logs.to, env.traces.to];
  return [
    ...(logs?.kind === "loki" && lines.kind === "loki"
      ? [
          {
            key: "logs" as const,
            url: logs.url,
            ownUrl: logs.url !== lines.url,
            login: logs.login,
            writer: lines.login,
          },
        ]
      : []),
    ...(traces && spans.kind === "otlp"
      ? [
          {
            key: "traces" as const,
            url: traces.url,
            ownUrl: traces.url !== spans.url,
            login: traces.login,
            writer: spans.login,
          },
        ]
      : []),
  ];
}

/** Secrets that Grafana needs to read stores, by the key that names them. */
export function readerSecrets({
  enabled,
  grafana,
}: Pick<SiteEnvironment["monitoring"], "enabled" | "grafana">): { key: ReadStore["key"]; name: string }[] {
  const named = (key: ReadStore["key"], login: Login) => {
    const name = loginSecret(login);
    return enabled && name !== null ? [{ key, name }] : [];
  };
  const { logs, traces } = grafana;
  return [
    ...(logs.kind === "loki" ? named("logs", logs.login) : []),
    ...(traces.kind === "tempo" ? named("traces", traces.login) : []),
  ];
}

/** How dashboards of Grafana tell of logs or traces, in some words; null: they do not. */
export function inGrafana(env: SiteEnvironment, key: ReadStore["key"]): string | null {
  if (key === "logs" ? grafanaLogs(env) : grafanaTraces(env)) return "shown on dashboards, to whoever logs in there";
  const inConsole = key === "logs" ? logGroups(env) !== null : traceStore(env.traces)?.kind === "xray";
  return inConsole && env.monitoring.enabled ? "dashboards lead into the console of AWS" : null;
}
