import { LIKELY_FORMS } from "../kernel/secret-forms";
import type { Rule } from "../kernel/rule";
import { logStore } from "../logs/logs";
import { isNear } from "../outbound/login-schema";
import { awsOf } from "../sites/aws-eks/environment";
import { isShut } from "../sites/aws-eks/shut-network";
import { traceStore } from "../traces/traces";
import { anonymousKey } from "./grafana-readers";
import { grafanaLogs, grafanaTraces, readStores } from "./grafana-stores";

const GRAFANA = ["monitoring", "grafana"];
const PROVISIONING = "https://grafana.com/docs/grafana/latest/administration/provisioning/#data-sources";
const PERMISSIONS =
  "https://grafana.com/docs/grafana/latest/administration/data-source-management/#data-source-permissions";

/** Names for Secrets, as examples of them. */
const READERS = { logs: "log-reader", traces: "trace-reader" } as const;

/** Stores of logs, as config names them. */
const STORES = {
  cloudwatch: '{ kind: "cloudwatch" }',
  loki: '{ kind: "loki", url: "https://loki.example.com" }',
} as const;

const withoutMonitoring: Rule = {
  id: "monitoring/grafana-store-without-monitoring",
  title: "What Grafana reads is read by a Grafana that is there.",
  severity: "error",
  why: "Without monitoring the cluster has no Grafana, and nobody sees what it would show.",
  source: PROVISIONING,
  *check({ env: { monitoring } }) {
    if (monitoring.enabled) return;
    for (const key of ["logs", "traces"] as const)
      if (monitoring.grafana[key].kind !== "none")
        yield {
          path: [...GRAFANA, key],
          message: "monitoring is off, so there is no Grafana",
          fix: "write monitoring: { enabled: true }, or take it out",
        };
  },
};

const logsElsewhere: Rule = {
  id: "monitoring/grafana-logs-elsewhere",
  title: "Grafana reads logs where they are.",
  severity: "error",
  why: "A panel that asks a store to which nobody sends shows nothing, and looks as if nothing had been printed.",
  source: PROVISIONING,
  *check({ env }) {
    const { enabled, grafana } = env.monitoring;
    const { kind } = grafana.logs;
    // a store of nothing, and CloudWatch outside of AWS, are told of by rules of logs
    if (!enabled || kind === "none" || grafanaLogs(env) || env.logs.to.kind === kind) return;
    const store = logStore(env.logs);
    yield {
      path: [...GRAFANA, "logs", "kind"],
      message: `Grafana reads ${kind}, and logs go to ${store?.kind ?? "nobody"}`,
      fix: store
        ? `write monitoring: { grafana: { logs: { kind: "${store.kind}" } } }, or take it out`
        : `write logs: { to: ${STORES[kind]} } for the environment, or take it out`,
    };
  },
};

const tracesElsewhere: Rule = {
  id: "monitoring/grafana-traces-elsewhere",
  title: "Grafana reads traces where they are.",
  severity: "error",
  why: "A list of traces of a store to which nobody sends is empty, and looks as if no step had been traced.",
  source: PROVISIONING,
  *check({ env }) {
    const { enabled, grafana } = env.monitoring;
    if (!enabled || grafana.traces.kind === "none" || grafanaTraces(env)) return;
    const store = traceStore(env.traces);
    yield {
      path: [...GRAFANA, "traces", "kind"],
      message: store ? "traces go to X-Ray, and not to a Tempo" : "nobody keeps traces",
      fix: store
        ? "take it out: the dashboard of a job leads into the console of AWS"
        : 'write traces: { to: { kind: "otlp", url: "https://tempo.example.com" } } for the environment, or take it out',
    };
  },
};

const forEverybody: Rule = {
  id: "monitoring/grafana-store-for-everybody",
  title: "Some people read what programs print and trace, and not everybody.",
  severity: "warning",
  why: "Grafana knows no rights within a store: whoever logs in, viewers too, may ask it for every line and every span of every team, with what programs write there by mistake.",
  source: PERMISSIONS,
  *check({ env }) {
    const read = [...(grafanaLogs(env) ? ["logs"] : []), ...(grafanaTraces(env) ? ["traces"] : [])];
    if (read.length === 0) return;
    const { login } = env.monitoring.grafana;
    const what = `reads the ${read.join(" and ")} of all teams`;
    if (login.kind === "oidc" && login.viewers === "everybody")
      yield {
        path: [...GRAFANA, "login", "viewers"],
        message: `everybody whom the provider lets in ${what}`,
        fix: 'name groups: viewers: ["gpu-users"]; ignore this rule where everybody may',
      };
    const anonymous = anonymousKey(env);
    if (anonymous)
      yield {
        path: [...anonymous],
        message: `whoever reaches Grafana ${what} without a login`,
        fix: "take it out; ignore this rule where everybody may who reaches Grafana",
      };
  },
};

const withoutLogin: Rule = {
  id: "monitoring/grafana-store-without-login",
  title: "Grafana proves who it is to a store that asks.",
  severity: "warning",
  why: "A store that wants to know who writes seldom lets everybody read: panels would show an error, and no line.",
  source: PROVISIONING,
  *check({ env }) {
    for (const { key, login, writer } of readStores(env))
      if (login.kind === "none" && writer.kind !== "none")
        yield {
          path: [...GRAFANA, key, "login"],
          message: `collectors have a login, and Grafana has none`,
          fix: `write login: { kind: "${writer.kind}", secretName: "${READERS[key]}" }; ignore this rule where everybody may read`,
        };
  },
};

const inClear: Rule = {
  id: "monitoring/grafana-store-in-clear",
  title: "What Grafana reads is encrypted on its way, passwords and tokens everywhere.",
  severity: "warning",
  why: "With http everybody on the way reads what programs print and trace, and of a login the password or the token.",
  source: PROVISIONING,
  *check({ env }) {
    for (const { key, url, ownUrl, login, writer } of readStores(env)) {
      const hasLogin = login.kind !== "none";
      // of the same address without more to hide a rule of its writers tells
      if (!url.startsWith("http:") || (!ownUrl && (!hasLogin || writer.kind !== "none"))) continue;
      if (!hasLogin && isNear(new URL(url).hostname)) continue;
      yield {
        path: [...GRAFANA, key, ...(ownUrl ? ["url"] : ["login"])],
        message: `${hasLogin ? "what is in the Secret goes" : `${key} come`} by ${url} in clear`,
        fix: "write https; ignore this rule where the network is yours all the way",
      };
    }
  },
};

const secretInAddress: Rule = {
  id: "monitoring/grafana-store-secret-in-address",
  title: "The address that Grafana asks lets nobody read who sees it.",
  severity: "error",
  why: "Config stands in Git, and its values in plans and states: whoever reads a key there reads what all teams print and trace.",
  source: PROVISIONING,
  *check({ env }) {
    for (const { key, url, ownUrl } of readStores(env)) {
      const form = ownUrl ? LIKELY_FORMS.find(({ form: pattern }) => pattern.test(url)) : undefined;
      if (!form) continue;
      yield {
        path: [...GRAFANA, key, "url"],
        message: `the address looks like ${form.kind}: whoever reads it can read there`,
        fix: `put it into a Secret in the namespace monitoring, and write login: { kind: "bearer", secretName: "${READERS[key]}" }; if it was real, have a new one made`,
        secret: true,
      };
    }
  },
};

const noWayOut: Rule = {
  id: "monitoring/grafana-store-without-way",
  title: "Grafana reaches the store that it reads.",
  severity: "warning",
  why: "Nodes without NAT gateways and without a proxy reach services of AWS by the endpoints of the VPC, and nothing outside: panels would show an error.",
  source: PROVISIONING,
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws || !isShut(aws)) return;
    // of the address that collectors know, and of CloudWatch, a rule of theirs tells
    for (const { key, url, ownUrl } of readStores(env))
      if (ownUrl && !isNear(new URL(url).hostname))
        yield {
          path: [...GRAFANA, key, "url"],
          message: "network has no NAT gateway and no proxy that leads there",
          fix: 'write nat: "single", or ignore this rule where a way of your own leads there',
        };
  },
};

/** What Grafana needs to read stores. */
export const GRAFANA_STORE_RULES: readonly Rule[] = [
  withoutMonitoring,
  logsElsewhere,
  tracesElsewhere,
  forEverybody,
  withoutLogin,
  inClear,
  secretInAddress,
  noWayOut,
];
