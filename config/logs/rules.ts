import { LIKELY_FORMS } from "../kernel/secret-forms";
import type { Rule } from "../kernel/rule";
import { isNear } from "../outbound/login-schema";
import { awsOf } from "../sites/aws-eks/environment";
import { isShut } from "../sites/aws-eks/shut-network";
import { logSecret, logStore, logSubjects } from "./logs";
import { JOB_FILE_RULES } from "./job-file-rules";
import { LOGS_NAMESPACE } from "./schema";

const TO = ["logs", "to"];
const OTLP = "https://grafana.com/docs/loki/latest/send-data/otel/";
const ENDPOINT = "https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch-logs-and-interface-VPC.html";

/** Service of AWS that takes logs, as endpoints of VPCs name it. */
const LOGS_SERVICE = "logs";

const nothing: Rule = {
  id: "logs/of-nothing",
  title: "A store of logs gets some logs.",
  severity: "error",
  why: "A store to which nothing is sent is empty, and nobody is told.",
  source: OTLP,
  *check({ env: { logs } }) {
    if (logs.to.kind === "none" || logSubjects(logs).length > 0) return;
    yield {
      path: ["logs"],
      message: "pods and nodes are both false and there are no jobFiles, so nothing is sent",
      fix: 'write pods: true or nodes: true, or to: { kind: "none" }',
    };
  },
};

const withoutStore: Rule = {
  id: "logs/without-store",
  title: "What is said of logs has a store.",
  severity: "error",
  why: "Without a store no collector runs: what is left out or expected is of nothing, and somebody believes that logs are kept.",
  source: OTLP,
  *check({ env: { logs } }) {
    if (logs.to.kind !== "none") return;
    const written = [
      ...(logs.exceptNamespaces.length > 0 ? ["exceptNamespaces"] : []),
      ...(logs.jobFiles.length > 0 ? ["jobFiles"] : []),
      ...(logs.expectedGiBPerDay === undefined ? [] : ["expectedGiBPerDay"]),
    ];
    for (const name of written)
      yield {
        path: ["logs", name],
        message: "nobody keeps logs, so it does nothing",
        fix: 'write to: { kind: "cloudwatch" } or to: { kind: "loki", url: "https://loki.example.com" }, or take it out',
      };
  },
};

const outsideAws: Rule = {
  id: "logs/cloudwatch-outside-aws",
  title: "Logs go to CloudWatch from clusters in AWS alone.",
  severity: "error",
  why: "Elsewhere pods have no role in AWS, and every request would be refused.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html",
  *check({ env }) {
    if (env.logs.to.kind !== "cloudwatch" || awsOf(env)) return;
    yield {
      path: [...TO, "kind"],
      message: "pods of this cluster have no role in AWS",
      fix: 'write kind: "loki" with its url',
    };
  },
};

const hybrid: Rule = {
  id: "logs/cloudwatch-of-hybrid-nodes",
  title: "Servers on premises reach CloudWatch.",
  severity: "warning",
  why: "Their pods get a role by Pod Identity's agent, which needs the feature for hybrid nodes, and their network a way to AWS: without these, logs wait there for two hours, and are lost then.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-add-ons.html",
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws?.cluster.hybrid || logStore(env.logs)?.kind !== "cloudwatch") return;
    yield {
      path: [...TO, "kind"],
      message: "Railyard has not tried collectors on hybrid nodes against CloudWatch",
      fix: 'look at the alert LogsLost after the apply, or write kind: "loki"; ignore this rule once they were seen there',
    };
  },
};

const inClear: Rule = {
  id: "logs/in-clear",
  title: "Logs that go outside are encrypted on their way, passwords and tokens everywhere.",
  severity: "warning",
  why: "With http everybody on the way reads what programs print, and of a login the password or the token.",
  source: "https://grafana.com/docs/loki/latest/operations/authentication/",
  *check({ env: { logs } }) {
    if (logs.to.kind !== "loki" || !logs.to.url.startsWith("http:")) return;
    const hasLogin = logSecret(logs) !== null;
    if (!hasLogin && isNear(new URL(logs.to.url).hostname)) return;
    yield {
      path: [...TO, "url"],
      message: `${hasLogin ? "what is in the Secret goes" : "logs go"} to ${logs.to.url} in clear`,
      fix: "write https; ignore this rule where the network is yours all the way",
    };
  },
};

const secretInAddress: Rule = {
  id: "logs/secret-in-address",
  title: "The address of a store lets nobody write who reads it.",
  severity: "error",
  why: "Config stands in Git, and its values in plans and states: whoever reads a key there writes logs in your name.",
  source: OTLP,
  *check({ env: { logs } }) {
    if (logs.to.kind !== "loki") return;
    const { url } = logs.to;
    const form = LIKELY_FORMS.find(({ form: pattern }) => pattern.test(url));
    if (!form) return;
    yield {
      path: [...TO, "url"],
      message: `the address looks like ${form.kind}: whoever reads it can write there`,
      fix: `put it into a Secret in the namespace ${LOGS_NAMESPACE}, and write login: { kind: "bearer", secretName: "log-store" }; if it was real, have a new one made`,
    };
  },
};

const noWayOut: Rule = {
  id: "logs/without-way",
  title: "Collectors reach the store of logs.",
  severity: "warning",
  why: "Nodes without NAT gateways and without a proxy reach services of AWS by the endpoints of the VPC, and nothing outside: logs wait for two hours, and are lost then.",
  source: ENDPOINT,
  *check({ env }) {
    const aws = awsOf(env);
    const store = logStore(env.logs);
    if (!aws || !store || !isShut(aws)) return;
    const isAnswered =
      store.kind === "cloudwatch"
        ? aws.network.interfaceEndpoints.includes(LOGS_SERVICE)
        : isNear(new URL(store.url).hostname);
    if (isAnswered) return;
    yield {
      path: [...TO, store.kind === "loki" ? "url" : "kind"],
      message:
        store.kind === "loki"
          ? "network has no NAT gateway and no proxy that leads there"
          : `network has no NAT gateway and no proxy, and no endpoint of ${LOGS_SERVICE}`,
      fix:
        store.kind === "loki"
          ? 'write nat: "single", or ignore this rule where a way of your own leads there'
          : 'write network: { endpoints: "all" } or nat: "single"',
    };
  },
};

/** What logs need on any site. */
export const LOG_RULES: readonly Rule[] = [
  nothing,
  withoutStore,
  outsideAws,
  hybrid,
  inClear,
  secretInAddress,
  noWayOut,
  ...JOB_FILE_RULES,
];
