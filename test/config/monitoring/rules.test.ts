import { GRAFANA_RULES } from "../../../config/monitoring/grafana-rules";
import { GRAFANA_STORE_RULES } from "../../../config/monitoring/grafana-store-rules";
import { MONITORING_RULES } from "../../../config/monitoring/rules";
import { NCCL_INSPECTOR_RULES } from "../../../config/monitoring/nccl-rules";
import { REMOTE_WRITE_RULES } from "../../../config/monitoring/remote-write-rules";
import { ROUTE_ALERT_RULES } from "../../../config/monitoring/route-alert-rules";
import { MONITORING_STORAGE_RULES } from "../../../config/monitoring/storage-rules";
import { TOPIC_RULES } from "../../../config/monitoring/topic-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";
import { SECRETS_RULES } from "../../../config/kernel/secret-rules";

const oncall = { kind: "pagerduty", secretName: "alert-receivers" };
const routed = (routes: readonly object[], receivers: object = { oncall }) => ({ monitoring: { receivers, routes } });
const LOGIN = { username: "alerts", secretName: "smtp" };
const mail = (change: object) => ({
  kind: "email",
  to: ["oncall@example.com"],
  from: "alerts@example.com",
  smarthost: "smtp.example.com:587",
  ...change,
});
const posted = (url: string) =>
  routed([{ to: ["hook"] }], { hook: { kind: "webhook", address: { in: "config", url } } });
const off = { monitoring: { enabled: false } };

const ELSEWHERE = [
  ...MONITORING_STORAGE_RULES,
  ...ROUTE_ALERT_RULES,
  ...TOPIC_RULES,
  ...REMOTE_WRITE_RULES,
  ...GRAFANA_STORE_RULES,
  ...GRAFANA_RULES,
  ...NCCL_INSPECTOR_RULES,
];
const own = MONITORING_RULES.filter((rule) => !ELSEWHERE.includes(rule));

ruleCases(own, {
  "monitoring/telemetry-unread": {
    severity: "warning",
    trips: [
      {
        when: "an exporter without Prometheus",
        change: off,
        at: ["monitoring", "enabled"],
        message: ['"exporter"'],
        fix: ["enabled: true", 'dcgm: "off"'],
      },
    ],
    passes: [
      { when: "Prometheus", change: {} },
      { when: "neither", change: { ...off, gpu: { dcgm: "off" } } },
      { when: "no operator to run it", change: { ...off, gpu: { operator: false } } },
      { when: "no GPUs", change: { ...off, nodeGroups: { h100: null } } },
    ],
  },
  "monitoring/nobody-told": {
    severity: "warning",
    tripsSample: true,
    trips: [
      {
        when: "nobody is named",
        change: {},
        at: ["alarms"],
        message: ["told to nobody"],
        fix: ["alarms: { emails", "pagerduty"],
      },
      {
        when: "routes for some alone",
        change: routed([
          { to: ["oncall"], teams: ["vision"] },
          { to: ["oncall"], alerts: ["GpuLost"] },
          { to: ["oncall"], severities: ["warning"] },
        ]),
        at: ["monitoring", "routes"],
        message: ["every critical alert"],
        fix: ['severities: ["critical"]'],
      },
      {
        when: "routes of a development environment that wake nobody",
        change: { profile: "development", ...routed([{ to: ["oncall"], severities: ["warning"] }]) },
        at: ["monitoring", "routes"],
        message: ["any critical alert"],
        fix: ['severities: ["critical"]'],
      },
    ],
    passes: [
      { when: "an address", change: { alarms: { emails: ["gpus@example.com"] } } },
      { when: "a topic", change: { alarms: { topic: "arn:aws:sns:us-east-1:111122223333:pager" } } },
      { when: "a route for all", change: routed([{ to: ["oncall"] }]) },
      { when: "no monitoring", change: off },
      { when: "a development environment without routes", change: { profile: "development" } },
      {
        when: "critical alerts of a team alone, in development",
        change: { profile: "development", ...routed([{ to: ["oncall"], teams: ["vision"] }]) },
      },
      {
        when: "receivers of one's own",
        change: {
          platform: { helmValues: { "kube-prometheus-stack": { alertmanager: { config: { receivers: [] } } } } },
        },
      },
    ],
  },
  "monitoring/unknown-receiver": {
    severity: "error",
    trips: [
      {
        change: routed([{ to: ["oncal"] }, { to: ["oncall"] }]),
        at: ["monitoring", "routes", 0, "to", 0],
        message: ['"oncal"', "there are oncall"],
        fix: ["did you mean oncall?"],
      },
      {
        when: "one where there are none",
        change: routed([{ to: ["oncall"] }], {}),
        at: ["monitoring", "routes", 0, "to", 0],
        message: ["there are none"],
        fix: ["monitoring.receivers"],
      },
    ],
    passes: [{ change: routed([{ to: ["oncall"] }]) }],
  },
  "monitoring/receiver-without-route": {
    severity: "warning",
    trips: [
      {
        change: routed([]),
        at: ["monitoring", "receivers", "oncall"],
        message: ["no route"],
        fix: ['to: ["oncall"]'],
      },
    ],
    passes: [{ change: routed([{ to: ["oncall"] }]) }],
  },
  "monitoring/unknown-team": {
    severity: "error",
    trips: [
      {
        change: routed([{ to: ["oncall"], teams: ["vison"] }]),
        at: ["monitoring", "routes", 0, "teams", 0],
        message: ['"vison"'],
        fix: ["did you mean vision?"],
      },
      {
        when: "a name that objects have",
        change: routed([{ to: ["oncall"], teams: ["constructor"] }]),
        at: ["monitoring", "routes", 0, "teams", 0],
        message: ['"constructor"'],
      },
    ],
    passes: [{ change: routed([{ to: ["oncall"], teams: ["vision"] }]) }],
  },
  "monitoring/told-twice": {
    severity: "warning",
    trips: [
      {
        when: "two equal routes",
        change: routed([
          { to: ["oncall"], severities: ["warning", "critical"], repeatHours: 1 },
          { to: ["oncall"], severities: ["critical", "warning"] },
        ]),
        at: ["monitoring", "routes", 1, "to", 0],
        message: ["oncall", "routes[0].to[0]"],
        fix: ["name it once"],
      },
      {
        when: "a receiver twice in one route",
        change: routed([{ to: ["oncall", "oncall"] }]),
        at: ["monitoring", "routes", 0, "to", 1],
        message: ["routes[0].to[0]"],
      },
    ],
    passes: [
      {
        when: "one receiver for two kinds of alerts",
        change: routed([
          { to: ["oncall"], severities: ["critical"] },
          { to: ["oncall"], severities: ["warning"] },
        ]),
      },
      {
        when: "two receivers of the same",
        change: routed([{ to: ["oncall"] }, { to: ["mail"] }], { oncall, mail: mail({}) }),
      },
    ],
  },
  "monitoring/slo-qos": {
    severity: "error",
    trips: [
      {
        when: "a QOS that is not there",
        change: { monitoring: { slos: { jobStart: { hihg: { minutes: 30 } } } } },
        at: ["monitoring", "slos", "jobStart", "hihg"],
        message: ['there is no QOS "hihg"', "scavenger, standard or high"],
        fix: ["high"],
      },
      {
        when: "the QOS of one team",
        change: { monitoring: { slos: { jobStart: { "team-vision": { minutes: 30 } } } }, teams: { vision: {} } },
        at: ["monitoring", "slos", "jobStart", "team-vision"],
        message: ["would be the QOS of one team"],
        fix: ["write standard"],
      },
      {
        when: "no Slurm",
        change: { slurm: null, monitoring: { slos: { jobStart: { high: { minutes: 30 } } } } },
        at: ["monitoring", "slos", "jobStart", "high"],
        message: ["there is no slurm"],
        fix: ["take it out"],
      },
    ],
    passes: [
      { change: { monitoring: { slos: { jobStart: { high: { minutes: 30 }, standard: { minutes: 240 } } } } } },
      {
        when: "a QOS of config",
        change: {
          slurm: { qos: { urgent: {} } },
          monitoring: { slos: { jobStart: { urgent: { minutes: 5, percent: 99 } } } },
        },
      },
    ],
  },
  "monitoring/slos-without-monitoring": {
    severity: "warning",
    trips: [
      {
        change: { monitoring: { enabled: false, slos: { goodput: 95 } } },
        at: ["monitoring", "slos", "goodput"],
        message: ["95 %"],
        fix: ["enabled: true"],
      },
    ],
    passes: [
      { when: "jobs that start", change: { monitoring: { slos: { jobStart: { high: { minutes: 30 } } } } } },
      { change: { monitoring: { slos: { goodput: 95 } } } },
      { when: "nothing promised beyond what is by default", change: off },
      { when: "nothing promised", change: { monitoring: { enabled: false, slos: { goodput: "off" } } } },
    ],
  },
  "monitoring/routes-without-monitoring": {
    severity: "warning",
    trips: [
      {
        change: { monitoring: { enabled: false, receivers: { oncall }, routes: [{ to: ["oncall"] }] } },
        at: ["monitoring", "routes"],
        message: ["monitoring is off"],
        fix: ["enabled: true"],
      },
    ],
    passes: [{ change: routed([{ to: ["oncall"] }]) }, { when: "neither", change: off }],
  },
  "monitoring/secret-in-address": {
    severity: "error",
    trips: [
      {
        when: "a webhook of Slack",
        change: posted("https://hooks.slack.com/services/T024BE7LD/B0GKXYZ12/fXk29sQw81LmZpTr"),
        at: ["monitoring", "receivers", "hook", "address", "url"],
        message: ["a webhook"],
        fix: ['in: "secret"'],
      },
      {
        when: "a query",
        change: posted("https://alerts.example.com/in?room=gpus"),
        at: ["monitoring", "receivers", "hook", "address", "url"],
        message: ["a query"],
      },
    ],
    passes: [{ when: "a Service of the cluster", change: posted("http://bridge.monitoring.svc:8080/alerts") }],
  },
  "monitoring/mail-port": {
    severity: "warning",
    trips: [
      {
        change: routed([{ to: ["mail"] }], { mail: mail({ smarthost: "smtp.example.com:465" }) }),
        at: ["monitoring", "receivers", "mail", "tls"],
        message: ['"starttls"', "465"],
        fix: ['tls: "implicit"', "587"],
      },
      {
        when: "a relay that is thought to be in clear",
        change: routed([{ to: ["mail"] }], { mail: mail({ smarthost: "[2001:db8::1]:465", tls: "none" }) }),
        at: ["monitoring", "receivers", "mail", "tls"],
        message: ['"none"'],
      },
    ],
    passes: [
      {
        when: "a connection that begins encrypted",
        change: routed([{ to: ["mail"] }], { mail: mail({ smarthost: "smtp.example.com:465", tls: "implicit" }) }),
      },
      {
        when: "another port",
        change: routed([{ to: ["mail"] }], { mail: mail({ smarthost: "smtp.example.com:1465" }) }),
      },
    ],
  },
  "monitoring/password-in-clear": {
    severity: "error",
    trips: [
      {
        change: routed([{ to: ["mail"] }], { mail: mail({ tls: "none", login: LOGIN }) }),
        at: ["monitoring", "receivers", "mail", "tls"],
        message: ["password"],
        fix: ['tls: "starttls"'],
      },
    ],
    passes: [
      { when: "a password that is encrypted", change: routed([{ to: ["mail"] }], { mail: mail({ login: LOGIN }) }) },
      { when: "a relay that asks for none", change: routed([{ to: ["mail"] }], { mail: mail({ tls: "none" }) }) },
    ],
  },
});

test("a password in an address is a secret", () => {
  const hook = { kind: "webhook", address: { in: "config", url: "https://alerts:hunter22secret@example.com/hook" } };
  const found = violations(ruleOf(SECRETS_RULES, "secrets/none-in-config"), routed([{ to: ["hook"] }], { hook }));
  expect(found.map(({ path }) => path)).toEqual([["monitoring", "receivers", "hook", "address", "url"]]);
});

test("names of Secrets and their keys are no secrets", () => {
  const receivers = { oncall: { ...oncall, secretKeyName: "PAGERDUTY_Key2" }, mail: mail({ login: LOGIN }) };
  const rule = ruleOf(SECRETS_RULES, "secrets/none-in-config");
  expect(violations(rule, routed([{ to: ["oncall", "mail"] }], receivers))).toEqual([]);
});
