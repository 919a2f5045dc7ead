import type { Partition } from "../facts/regions";
import { logGroupName, logStore, logSubjects, type LogSubject } from "../logs/logs";
import { loginSecret, type Login } from "../outbound/login-schema";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";

/** A Loki that Grafana asks. */
export interface ReadLoki {
  readonly kind: "loki";
  readonly url: string;
  readonly login: Login;
  /** Null: the store knows none. */
  readonly tenant: string | null;
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

/** A Secret that Grafana's data source of logs needs; null: none. */
export const grafanaLogSecret = ({
  enabled,
  grafana: { logs },
}: Pick<SiteEnvironment["monitoring"], "enabled" | "grafana">): string | null =>
  enabled && logs.kind === "loki" ? loginSecret(logs.login) : null;

/** A store at an address that Grafana asks. */
export interface ReadStore {
  /** Key of config below `monitoring.grafana`. */
  readonly key: "logs";
  /** What is read there. */
  readonly of: string;
  readonly url: string;
  /** Whether it is another address than that to which collectors send. */
  readonly ownUrl: boolean;
  readonly login: Login;
  /** How collectors log in there. */
  readonly writer: Login;
}

/** Stores at addresses that Grafana asks. */
export function readStores(env: SiteEnvironment): ReadStore[] {
  const logs = grafanaLogs(env);
  const { to } = env.logs;
  return logs?.kind === "loki" && to.kind === "loki"
    ? [{ key: "logs", of: "logs", url: logs.url, ownUrl: logs.url !== to.url, login: logs.login, writer: to.login }]
    : [];
}
