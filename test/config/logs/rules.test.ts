import { LOG_RULES } from "../../../config/logs/rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { hasShape, ruleOf, violations } from "../../helpers/environment";
import { hybrid } from "../../helpers/hybrid";
import { ruleCases } from "../../helpers/rule-cases";

const URL = "https://loki.example.com";
const loki = (more: object = {}, rest: object = {}) => ({ logs: { to: { kind: "loki", url: URL, ...more }, ...rest } });
const cloudwatch = (rest: object = {}) => ({ logs: { to: { kind: "cloudwatch" }, ...rest } });
const files = (...jobFiles: string[]) => cloudwatch({ jobFiles });
const NO_SLURM = { slurm: undefined, teams: undefined };
const closed = (endpoints: string) => ({ network: { nat: "none", endpoints } });
const login = { kind: "bearer", secretName: "log-store" };
const HERE = LOG_RULES.filter(
  ({ id }) => id !== "logs/cloudwatch-outside-aws" && id !== "logs/cloudwatch-of-hybrid-nodes",
);

ruleCases(HERE, {
  "logs/of-nothing": {
    severity: "error",
    trips: [{ change: cloudwatch({ pods: false, nodes: false }), at: ["logs"], message: ["nothing is sent"] }],
    passes: [{ change: cloudwatch({ pods: false }) }, { change: { logs: { pods: false, nodes: false } } }],
  },
  "logs/without-store": {
    severity: "error",
    trips: [
      {
        change: { logs: { exceptNamespaces: ["vision"] } },
        at: ["logs", "exceptNamespaces"],
        message: ["nobody keeps logs"],
        fix: ['kind: "cloudwatch"'],
      },
      { change: { logs: { expectedGiBPerDay: 3 } }, at: ["logs", "expectedGiBPerDay"], message: ["nobody keeps logs"] },
    ],
    passes: [{ change: cloudwatch({ exceptNamespaces: ["vision"], expectedGiBPerDay: 3 }) }, { change: {} }],
  },
  "logs/job-files-without-slurm": {
    severity: "error",
    trips: [
      { change: { ...files("/fsx/*.out"), ...NO_SLURM }, at: ["logs", "jobFiles"], message: ["there is no slurm"] },
    ],
    passes: [{ change: files("/fsx/*.out") }, { change: { ...cloudwatch(), ...NO_SLURM } }],
  },
  "logs/job-files-elsewhere": {
    severity: "error",
    trips: [
      {
        change: files("/fsx/*.out", "/tmp/slurm-*.out"),
        at: ["logs", "jobFiles", 1],
        message: ["no volume with /tmp/slurm-*.out"],
        fix: ["/fsx"],
      },
    ],
    passes: [{ change: files("/fsx/*/slurm-*.out") }],
  },
  "logs/job-files-squashed": {
    severity: "warning",
    trips: [
      {
        change: { ...files("/fsx/*.out"), lustre: { rootSquash: { uid: 365534, gid: 65534 } } },
        at: ["logs", "jobFiles", 0],
        message: ["takes root for somebody else"],
      },
    ],
    passes: [{ change: files("/fsx/*.out") }],
  },
  "logs/in-clear": {
    severity: "warning",
    trips: [
      { change: loki({ url: "http://loki.example.com" }), at: ["logs", "to", "url"], message: ["logs go"] },
      {
        when: "a token in the cluster",
        change: loki({ url: "http://loki.logs.svc:3100", login }),
        at: ["logs", "to", "url"],
        message: ["what is in the Secret"],
        fix: ["https"],
      },
    ],
    passes: [{ change: loki({ login }) }, { change: loki({ url: "http://loki.logs.svc:3100" }) }],
  },
  "logs/secret-in-address": {
    severity: "error",
    trips: [
      {
        change: loki({ url: "https://hooks.slack.com/services/T024BE7LD/B0GKXYZ12/fXk29sQw81LmZpTr" }),
        at: ["logs", "to", "url"],
        message: ["a webhook"],
        fix: ['kind: "bearer"'],
      },
    ],
    passes: [{ change: loki() }, { change: cloudwatch() }],
  },
  "logs/without-way": {
    severity: "warning",
    trips: [
      {
        change: { ...cloudwatch(), ...closed("s3") },
        at: ["logs", "to", "kind"],
        message: ["no endpoint of logs"],
        fix: ['endpoints: "all"'],
      },
      { change: { ...loki(), ...closed("all") }, at: ["logs", "to", "url"], message: ["leads there"], fix: ["nat"] },
    ],
    passes: [
      { when: "the endpoint of the Region", change: { ...cloudwatch(), ...closed("all") } },
      { when: "a Loki in the network", change: { ...loki({ url: "https://10.1.2.3" }), ...closed("all") } },
      { when: "a NAT gateway", change: loki() },
      {
        when: "a proxy",
        change: { ...loki(), ...closed("all"), outbound: { proxy: { url: "http://proxy.example.com:3128" } } },
      },
    ],
  },
});

ruleCases(
  LOG_RULES.filter(({ id }) => id === "logs/cloudwatch-outside-aws"),
  {
    "logs/cloudwatch-outside-aws": {
      severity: "error",
      trips: [{ change: cloudwatch(), at: ["logs", "to", "kind"], message: ["no role in AWS"], fix: ['kind: "loki"'] }],
      passes: [{ change: loki() }],
    },
  },
  CLUSTER_SAMPLE,
);

test.each([
  ["https://loki.example.com/otlp"],
  ["https://loki.example.com/loki/api/v1/push"],
  ["https://loki.example.com/"],
  ["https://me:secret@loki.example.com"],
  ["https://loki.example.com?token=1"],
  ["ftp://loki.example.com"],
])("%s is no address of a store", (url) => {
  expect(hasShape(loki({ url }))).toBe(false);
  expect(hasShape(loki({ url: "https://gateway.example.com/logs" }))).toBe(true);
});

test("whether servers on premises reach CloudWatch is told as not known", () => {
  const rule = ruleOf(LOG_RULES, "logs/cloudwatch-of-hybrid-nodes");
  expect(violations(rule, { ...hybrid(), ...cloudwatch() })).toMatchObject([
    { path: ["logs", "to", "kind"], fix: expect.stringContaining("LogsLost") },
  ]);
  expect(violations(rule, { ...hybrid(), ...loki() })).toEqual([]);
  expect(violations(rule, cloudwatch())).toEqual([]);
});

test.each([
  ["slurm-*.out"],
  ["/fsx/slurm.out"],
  ["/fsx/../etc/*.out"],
  ["/fsx/**/*.out"],
  ["/fsx/*/"],
  ["/fsx/$HOME/*.out"],
  ['/fsx/"*.out'],
])("%s names no files of jobs", (path) => {
  expect(hasShape(files(path))).toBe(false);
});
