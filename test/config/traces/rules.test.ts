import { TRACE_RULES } from "../../../config/traces/rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { hasShape } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const URL = "https://tempo.example.com";
const otlp = (more: object = {}, rest: object = {}) => ({
  traces: { to: { kind: "otlp", url: URL, ...more }, ...rest },
});
const xray = (rest: object = {}) => ({ traces: { to: { kind: "xray" }, ...rest } });
const closed = (endpoints: string) => ({ network: { nat: "none", endpoints } });
const login = { kind: "bearer", secretName: "trace-store" };
const OUTSIDE = "traces/xray-outside-aws";

ruleCases(
  TRACE_RULES.filter(({ id }) => id !== OUTSIDE),
  {
    "traces/without-store": {
      severity: "error",
      trips: [
        {
          change: { traces: { samplePercent: 10 } },
          at: ["traces", "samplePercent"],
          message: ["nobody keeps traces"],
          fix: ['kind: "xray"'],
        },
      ],
      passes: [{ change: xray({ samplePercent: 10 }) }, { change: {} }],
    },
    "traces/in-clear": {
      severity: "warning",
      trips: [
        { change: otlp({ url: "http://tempo.example.com" }), at: ["traces", "to", "url"], message: ["traces go"] },
        {
          when: "a token in the cluster",
          change: otlp({ url: "http://tempo.traces.svc:4318", login }),
          at: ["traces", "to", "url"],
          message: ["what is in the Secret"],
          fix: ["https"],
        },
      ],
      passes: [{ change: otlp({ login }) }, { change: otlp({ url: "http://tempo.traces.svc:4318" }) }],
    },
    "traces/secret-in-address": {
      severity: "error",
      trips: [
        {
          change: otlp({ url: "https://hooks.slack.com/services/T024BE7LD/B0GKXYZ12/fXk29sQw81LmZpTr" }),
          at: ["traces", "to", "url"],
          message: ["a webhook"],
          fix: ['kind: "bearer"'],
        },
      ],
      passes: [{ change: otlp() }, { change: xray() }],
    },
    "traces/without-way": {
      severity: "warning",
      trips: [
        {
          change: { ...xray(), ...closed("s3") },
          at: ["traces", "to", "kind"],
          message: ["no endpoint of xray"],
          fix: ['endpoints: "all"'],
        },
        {
          change: { ...otlp(), ...closed("all") },
          at: ["traces", "to", "url"],
          message: ["leads there"],
          fix: ["nat"],
        },
      ],
      passes: [
        { when: "the endpoint of the Region", change: { ...xray(), ...closed("all") } },
        { when: "a store in the network", change: { ...otlp({ url: "https://10.1.2.3" }), ...closed("all") } },
        { when: "a NAT gateway", change: otlp() },
        {
          when: "a proxy",
          change: { ...otlp(), ...closed("all"), outbound: { proxy: { url: "http://proxy.example.com:3128" } } },
        },
      ],
    },
  },
);

ruleCases(
  TRACE_RULES.filter(({ id }) => id === OUTSIDE),
  {
    [OUTSIDE]: {
      severity: "error",
      trips: [{ change: xray(), at: ["traces", "to", "kind"], message: ["no role in AWS"], fix: ['kind: "otlp"'] }],
      passes: [{ change: otlp() }],
    },
  },
  CLUSTER_SAMPLE,
);

test.each([
  ["https://tempo.example.com/v1/traces"],
  ["https://tempo.example.com/v1"],
  ["https://tempo.example.com/"],
  ["https://me:secret@tempo.example.com"],
  ["https://tempo.example.com?token=1"],
  ["grpc://tempo.example.com"],
])("%s is no address of a store", (url) => {
  expect(hasShape(otlp({ url }))).toBe(false);
  expect(hasShape(otlp({ url: "https://gateway.example.com/otlp" }))).toBe(true);
});

test.each([[0], [-1], [101]])("%s of a hundred traces cannot be kept", (samplePercent) => {
  expect(hasShape(otlp({}, { samplePercent }))).toBe(false);
});
