import { loginSecret } from "../outbound/login-schema";
import type { SiteEnvironment } from "../sites/environment";
import type { LogStore } from "./schema";

/** What logs are of. Each has a group of its own in CloudWatch. */
export const LOG_SUBJECTS = ["pods", "nodes", "jobs"] as const;
export type LogSubject = (typeof LOG_SUBJECTS)[number];

/** A store that logs go to. */
export type RealStore = Exclude<LogStore, { readonly kind: "none" }>;

/** What decides whether logs are kept. */
export type KeptLogs = Pick<SiteEnvironment["logs"], "to" | "pods" | "nodes" | "jobFiles">;

/** Nobody keeps logs. */
export const NO_LOGS: KeptLogs = { to: { kind: "none" }, pods: true, nodes: true, jobFiles: [] };

/** What is sent, in the order of config; empty where nobody keeps logs. */
export const logSubjects = (logs: KeptLogs): readonly LogSubject[] =>
  logs.to.kind === "none"
    ? []
    : LOG_SUBJECTS.filter((subject) => (subject === "jobs" ? logs.jobFiles.length > 0 : logs[subject]));

/** What the collector of every node sends; empty: there is none. */
export const nodeSubjects = (logs: KeptLogs): readonly LogSubject[] =>
  logSubjects(logs).filter((subject) => subject !== "jobs");

/** Whether one collector reads files of jobs. */
export const keepsJobFiles = (logs: KeptLogs): boolean => logSubjects(logs).includes("jobs");

/** The store; null: nobody keeps logs, or there are none to keep. */
export const logStore = (logs: KeptLogs): RealStore | null =>
  logs.to.kind === "none" || logSubjects(logs).length === 0 ? null : logs.to;

/** Group of CloudWatch. Frozen: logs of before lie in it. */
export const logGroupName = (environment: string, subject: LogSubject): string => `/railyard/${environment}/${subject}`;

/** Secret that a store needs; null: none. */
export const logSecret = (logs: KeptLogs): string | null => {
  const store = logStore(logs);
  return store?.kind === "loki" ? loginSecret(store.login) : null;
};

/** In some words, as reviews and sheets call it. */
export const logStoreTitle = (store: RealStore): string =>
  store.kind === "cloudwatch" ? "CloudWatch" : `Loki at ${store.url}`;
