import { GRAFANA_STORE_RULES } from "../../../config/monitoring/grafana-store-rules";
import { ruleCases } from "../../helpers/rule-cases";

const loki = (to: object = {}, logs: object = {}, grafana: object = {}) => ({
  logs: { to: { kind: "loki", url: "https://loki.example.com", ...to } },
  monitoring: { grafana: { logs: { kind: "loki", ...logs }, ...grafana } },
});
const cloudwatch = (logs: object = { to: { kind: "cloudwatch" } }) => ({
  logs,
  monitoring: { grafana: { logs: { kind: "cloudwatch" } } },
});
const LOGIN = { kind: "bearer", secretName: "log-store" };
const READER = { login: { kind: "bearer", secretName: "log-reader" } };
const oidc = (viewers: unknown) => ({
  login: {
    kind: "oidc",
    clientId: "grafana",
    secretName: "grafana-oidc",
    authUrl: "https://id.example.com/authorize",
    tokenUrl: "https://id.example.com/token",
    userInfoUrl: "https://id.example.com/userinfo",
    viewers,
  },
});
const traces = (to: object, read: object = {}, grafana: object = {}) => ({
  traces: { to },
  monitoring: { grafana: { traces: { kind: "tempo", url: "https://read.example.com", ...read }, ...grafana } },
});
const TEMPO = { kind: "otlp", url: "https://tempo.example.com" };
const AT_TRACES = ["monitoring", "grafana", "traces"];
const AT = ["monitoring", "grafana", "logs"];
const anonymous = (grafana: object) => ({ platform: { helmValues: { "kube-prometheus-stack": { grafana } } } });
const INI = (enabled: unknown) => ({ "grafana.ini": { "auth.anonymous": { enabled } } });
const AT_CHART = ["platform", "helmValues", "kube-prometheus-stack", "grafana"];
const NO_WAY = { network: { nat: "none", endpoints: "all" } };

ruleCases(GRAFANA_STORE_RULES, {
  "monitoring/grafana-store-without-monitoring": {
    severity: "error",
    trips: [
      {
        change: { monitoring: { enabled: false, grafana: { logs: { kind: "loki" } } } },
        at: AT,
        message: ["there is no Grafana"],
      },
      {
        change: { ...traces(TEMPO), monitoring: { ...traces(TEMPO).monitoring, enabled: false } },
        at: AT_TRACES,
        message: ["there is no Grafana"],
      },
    ],
    passes: [{ change: { monitoring: { enabled: false } } }, { change: loki() }],
  },
  "monitoring/grafana-logs-elsewhere": {
    severity: "error",
    trips: [
      { change: cloudwatch({}), at: [...AT, "kind"], message: ["logs go to nobody"], fix: ['kind: "cloudwatch"'] },
      {
        change: cloudwatch(loki().logs),
        at: [...AT, "kind"],
        message: ["reads cloudwatch", "go to loki"],
        fix: ['monitoring: { grafana: { logs: { kind: "loki" } } }'],
      },
      {
        change: { ...loki(), logs: { to: { kind: "cloudwatch" } } },
        at: [...AT, "kind"],
        message: ["reads loki", "go to cloudwatch"],
      },
    ],
    passes: [{ change: loki() }, { change: cloudwatch() }, { change: {} }],
  },
  "monitoring/grafana-traces-elsewhere": {
    severity: "error",
    trips: [
      { change: traces({ kind: "none" }), at: [...AT_TRACES, "kind"], message: ["nobody keeps traces"] },
      { change: traces({ kind: "xray" }), at: [...AT_TRACES, "kind"], message: ["go to X-Ray"] },
    ],
    passes: [{ change: traces(TEMPO) }, { change: { traces: { to: TEMPO } } }, { change: {} }],
  },
  "monitoring/grafana-store-for-everybody": {
    severity: "warning",
    trips: [
      {
        change: traces(TEMPO, {}, oidc("everybody")),
        at: ["monitoring", "grafana", "login", "viewers"],
        message: ["reads the traces of all teams"],
      },
      {
        change: loki({}, {}, oidc("everybody")),
        at: ["monitoring", "grafana", "login", "viewers"],
        message: ["reads the logs of all teams"],
      },
      {
        change: { ...loki(), ...anonymous(INI(true)) },
        at: [...AT_CHART, "grafana.ini", "auth.anonymous", "enabled"],
        message: ["whoever reaches Grafana reads the logs of all teams without a login"],
      },
      {
        change: { ...traces(TEMPO), ...anonymous({ ...INI(false), env: { GF_AUTH_ANONYMOUS_ENABLED: "On" } }) },
        at: [...AT_CHART, "env", "GF_AUTH_ANONYMOUS_ENABLED"],
        message: ["reads the traces of all teams without a login"],
      },
    ],
    passes: [
      { when: "anonymous people without logs", change: anonymous(INI(true)) },
      { change: { ...loki(), ...anonymous(INI(false)) } },
      {
        when: "what a variable takes back",
        change: { ...loki(), ...anonymous({ ...INI(true), env: { GF_AUTH_ANONYMOUS_ENABLED: "false" } }) },
      },
      { change: loki({}, {}, oidc(["gpu-users"])) },
      { change: { monitoring: { grafana: oidc("everybody") } } },
      { change: loki() },
    ],
  },
  "monitoring/grafana-store-without-login": {
    severity: "warning",
    trips: [
      { change: loki({ login: LOGIN }), at: [...AT, "login"], fix: ['kind: "bearer"'] },
      { change: traces({ ...TEMPO, login: LOGIN }), at: [...AT_TRACES, "login"], fix: ["trace-reader"] },
    ],
    passes: [{ change: loki({ login: LOGIN }, READER) }, { change: loki() }, { change: loki({}, READER) }],
  },
  "monitoring/grafana-store-in-clear": {
    severity: "warning",
    trips: [
      { change: loki({}, { url: "http://loki.example.com" }), at: [...AT, "url"], message: ["logs come"] },
      {
        change: traces(TEMPO, { url: "http://tempo.example.com" }),
        at: [...AT_TRACES, "url"],
        message: ["traces come"],
      },
      { change: loki({}, { url: "http://loki.loki.svc:3100", ...READER }), at: [...AT, "url"], message: ["Secret"] },
      { change: loki({ url: "http://loki.loki.svc:3100" }, READER), at: [...AT, "login"], message: ["Secret"] },
    ],
    passes: [
      { change: loki({}, { url: "http://loki.loki.svc:3100" }) },
      { when: "collectors are told of it", change: loki({ url: "http://loki.example.com" }) },
      { change: loki({}, { url: "https://read.example.com", ...READER }) },
    ],
  },
  "monitoring/grafana-store-secret-in-address": {
    severity: "error",
    trips: [
      {
        change: loki({}, { url: "https://hooks.slack.com/services/T024BE7LD/B0GKXYZ12/fXk29sQw81LmZpTr" }),
        at: [...AT, "url"],
        message: ["a webhook"],
      },
    ],
    passes: [{ change: loki({}, { url: "https://read.example.com" }) }],
  },
  "monitoring/grafana-store-without-way": {
    severity: "warning",
    trips: [
      {
        change: { ...loki({}, { url: "https://read.example.com" }), ...NO_WAY },
        at: [...AT, "url"],
        message: ["no NAT gateway"],
      },
    ],
    passes: [
      { when: "collectors are told of it", change: { ...loki(), ...NO_WAY } },
      { change: { ...loki({}, { url: "http://loki.loki.svc:3100" }), ...NO_WAY } },
      { change: { ...cloudwatch(), ...NO_WAY } },
    ],
  },
});
