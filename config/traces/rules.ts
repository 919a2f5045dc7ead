import type { Rule } from "../kernel/rule";
import { LIKELY_FORMS } from "../kernel/secret-forms";
import { isNear } from "../outbound/login-schema";
import { awsOf } from "../sites/aws-eks/environment";
import { isShut } from "../sites/aws-eks/shut-network";
import { TRACES_NAMESPACE } from "./schema";
import { traceSecret, traceStore, XRAY_SERVICE } from "./traces";

const TO = ["traces", "to"];
const OTLP = "https://opentelemetry.io/docs/specs/otlp/#otlphttp";

const withoutStore: Rule = {
  id: "traces/without-store",
  title: "What is said of traces has a store.",
  severity: "error",
  why: "Without a store no collector runs, and nothing is there of which some could be kept.",
  source: OTLP,
  *check({ env: { traces } }) {
    if (traceStore(traces) || traces.samplePercent === 100) return;
    yield {
      path: ["traces", "samplePercent"],
      message: "nobody keeps traces, so it does nothing",
      fix: 'write to: { kind: "xray" } or to: { kind: "otlp", url: "https://tempo.example.com" }, or take it out',
    };
  },
};

const outsideAws: Rule = {
  id: "traces/xray-outside-aws",
  title: "Traces go to X-Ray from clusters in AWS alone.",
  severity: "error",
  why: "Elsewhere pods have no role in AWS, and every request would be refused.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html",
  *check({ env }) {
    if (env.traces.to.kind !== "xray" || awsOf(env)) return;
    yield {
      path: [...TO, "kind"],
      message: "pods of this cluster have no role in AWS",
      fix: 'write kind: "otlp" with its url',
    };
  },
};

const inClear: Rule = {
  id: "traces/in-clear",
  title: "Traces that go outside are encrypted on their way, passwords and tokens everywhere.",
  severity: "warning",
  why: "With http everybody on the way reads the names of jobs and nodes and what programs write into spans, and of a login the password or the token.",
  source: OTLP,
  *check({ env: { traces } }) {
    if (traces.to.kind !== "otlp" || !traces.to.url.startsWith("http:")) return;
    const hasLogin = traceSecret(traces) !== null;
    if (!hasLogin && isNear(new URL(traces.to.url).hostname)) return;
    yield {
      path: [...TO, "url"],
      message: `${hasLogin ? "what is in the Secret goes" : "traces go"} to ${traces.to.url} in clear`,
      fix: "write https; ignore this rule where the network is yours all the way",
    };
  },
};

const secretInAddress: Rule = {
  id: "traces/secret-in-address",
  title: "The address of a store lets nobody write who reads it.",
  severity: "error",
  why: "Config stands in Git, and its values in plans and states: whoever reads a key there writes traces in your name.",
  source: OTLP,
  *check({ env: { traces } }) {
    if (traces.to.kind !== "otlp") return;
    const { url } = traces.to;
    const form = LIKELY_FORMS.find(({ form: pattern }) => pattern.test(url));
    if (!form) return;
    yield {
      path: [...TO, "url"],
      message: `the address looks like ${form.kind}: whoever reads it can write there`,
      fix: `put it into a Secret in the namespace ${TRACES_NAMESPACE}, and write login: { kind: "bearer", secretName: "trace-store" }; if it was real, have a new one made`,
    };
  },
};

const noWayOut: Rule = {
  id: "traces/without-way",
  title: "Collectors reach the store of traces.",
  severity: "warning",
  why: "Nodes without NAT gateways and without a proxy reach services of AWS by the endpoints of the VPC, and nothing outside: spans wait for half an hour, and are lost then.",
  source: "https://docs.aws.amazon.com/xray/latest/devguide/xray-security-vpc-endpoint.html",
  *check({ env }) {
    const aws = awsOf(env);
    const store = traceStore(env.traces);
    if (!aws || !store || !isShut(aws)) return;
    if (store.kind === "xray" && !aws.network.interfaceEndpoints.includes(XRAY_SERVICE))
      yield {
        path: [...TO, "kind"],
        message: `network has no NAT gateway and no proxy, and no endpoint of ${XRAY_SERVICE}`,
        fix: 'write network: { endpoints: "all" }, which makes that endpoint, too, or nat: "single"',
      };
    if (store.kind === "otlp" && !isNear(new URL(store.url).hostname))
      yield {
        path: [...TO, "url"],
        message: "network has no NAT gateway and no proxy that leads there",
        fix: 'write nat: "single", or ignore this rule where a way of your own leads there',
      };
  },
};

/** What traces need on any site. */
export const TRACE_RULES: readonly Rule[] = [withoutStore, outsideAws, inClear, secretInAddress, noWayOut];
