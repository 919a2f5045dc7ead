import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { clusterSample } from "../../../helpers/cluster";
import { sample } from "../../../helpers/environment";
import { releases, valuesOf } from "../../../helpers/release";
import { synthStacks } from "../../../helpers/stacks";
import { resources, type Json } from "../../../helpers/synth";

const stacksOf = (traces: object, more: object = {}): Json => synthStacks(sample({ traces, ...more }).env);
const platformOf = (traces: object, more: object = {}): Json => stacksOf(traces, more)["platform"];
const objectsOf = (json: Json): Json[] => valuesOf(releases(json)["kube-system/railyard-traces"]!).objects;
const objectOf = (json: Json, kind: string): Json => objectsOf(json).find((one) => one.kind === kind);
const configOf = (json: Json): Json => JSON.parse(objectOf(json, "ConfigMap").data["config.yaml"]);
const taskProlog = (stacks: Json): string => JSON.stringify(stacks["slurm"]);

const xray = { kind: "xray" };
const otlp = { kind: "otlp", url: "https://tempo.example.com" };

test("nobody keeps traces unless config says so", () => {
  const stacks = stacksOf({});
  expect(releases(stacks["platform"])).not.toHaveProperty("kube-system/railyard-traces");
  expect(taskProlog(stacks)).not.toContain("OTEL_EXPORTER");
});

test("collectors may send spans to X-Ray and do nothing else, and find its endpoint", () => {
  const stacks = stacksOf({ to: xray }, { network: { nat: "none", endpoints: "all" } });
  const json = stacks["platform"];
  const account = { namespace: "kube-system", service_account: "railyard-traces" };
  expect(Object.values(resources(json, EksPodIdentityAssociation))).toContainEqual(expect.objectContaining(account));
  const allowed = Object.values<Json>(resources(json, IamRolePolicy))
    .flatMap(({ policy }) => JSON.parse(policy).Statement as Json[])
    .filter(({ Action }) => JSON.stringify(Action).includes("xray:"));
  expect(allowed).toEqual([{ Sid: "SendSpans", Effect: "Allow", Action: "xray:PutTraceSegments", Resource: "*" }]);
  const { exporters, extensions } = configOf(json);
  expect(exporters.otlp_http).toMatchObject({
    traces_endpoint: "https://xray.us-east-1.amazonaws.com/v1/traces",
    auth: { authenticator: "sigv4auth" },
  });
  expect(extensions.sigv4auth).toEqual({ region: "us-east-1", service: "xray" });
  const services = Object.values<Json>(resources(stacks["network"], VpcEndpoint)).map((one) => one.service_name);
  expect(services).toContain("com.amazonaws.us-east-1.xray");
});

test("a store of one's own gets the login of its Secret and its tenant", () => {
  const login = { kind: "basic", secretName: "trace-store", passwordKeyName: "word" };
  const json = platformOf({ to: { ...otlp, login, tenant: "gpu" }, samplePercent: 12.5 });
  const { extensions, exporters, processors, service } = configOf(json);
  expect(extensions.basicauth.client_auth.password_file).toBe("/etc/railyard/login/word");
  expect(exporters.otlp_http).toMatchObject({
    traces_endpoint: "https://tempo.example.com/v1/traces",
    headers: { "X-Scope-OrgID": "gpu" },
  });
  expect(processors.probabilistic_sampler).toEqual({ sampling_percentage: 12.5 });
  expect(service.pipelines.traces.processors).toEqual(["memory_limiter", "resource", "probabilistic_sampler"]);
  const { volumes } = objectOf(json, "Deployment").spec.template.spec;
  expect(volumes).toContainEqual(
    expect.objectContaining({ secret: expect.objectContaining({ secretName: "trace-store" }) }),
  );
  const permitted = Object.values<Json>(resources(json, IamRolePolicy)).map(({ policy }) => policy);
  expect(permitted.join()).not.toContain("xray:");
});

test("two collectors run on system nodes as nobody, without any right in the cluster, and take traces alone", () => {
  const json = platformOf({ to: otlp });
  const { spec } = objectOf(json, "Deployment");
  expect(spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } });
  const pod = spec.template.spec;
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
  expect(pod.containers[0].securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect(pod.volumes.filter(({ hostPath }: Json) => hostPath)).toEqual([]);
  const kinds = objectsOf(json).map(({ kind }) => kind);
  expect(kinds.filter((kind) => /Role/.test(kind))).toEqual([]);
  expect(objectOf(json, "NetworkPolicy").spec.ingress[0].ports.map(({ port }: Json) => port)).toEqual([
    4317, 4318, 8888,
  ]);
  expect(Object.keys(configOf(json).service.pipelines)).toEqual(["traces"]);
  const called = objectOf(json, "Service").spec.ports.map(({ port, targetPort }: Json) => [port, targetPort]);
  // the VPC CNI applies policies only where both are the same
  expect(called).toEqual([
    [4317, 4317],
    [4318, 4318],
  ]);
});

test("tasks of Slurm and pods of teams are told of the collectors, and of nothing else of OpenTelemetry", () => {
  const stacks = stacksOf({ to: otlp });
  const url = "http://railyard-traces.kube-system.svc:4318/v1/traces";
  expect(taskProlog(stacks)).toContain(`ENDPOINT=${url}`);
  const settings = objectsOf(stacks["platform"]).filter(
    ({ kind, metadata }) => kind === "ConfigMap" && metadata.namespace !== "kube-system",
  );
  expect(settings.length).toBeGreaterThan(0);
  for (const { metadata, data } of settings) {
    expect(metadata.name).toBe("railyard-traces");
    expect(data).toEqual({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
    });
  }
});

test("pods are made anew for another configuration", () => {
  const annotations = (traces: object): Json =>
    objectOf(platformOf(traces), "Deployment").spec.template.metadata.annotations;
  expect(annotations({ to: otlp })).not.toEqual(annotations({ to: otlp, samplePercent: 10 }));
  expect(annotations({ to: xray })).toHaveProperty(["railyard.dev/role"]);
});

test("a cluster that exists has them, too; without monitoring nobody asks them", () => {
  const { env } = clusterSample({ traces: { to: otlp }, monitoring: { enabled: false } });
  const kinds = objectsOf(synthStacks(env)["platform"]!).map(({ kind }) => kind);
  expect(kinds).toContain("Deployment");
  expect(kinds).not.toContain("PodMonitor");
});

test("a proxy and authorities are given to collectors", () => {
  const outbound = { proxy: { url: "http://proxy.example.com:3128" } };
  const { env } = objectOf(platformOf({ to: otlp }, { outbound }), "Deployment").spec.template.spec.containers[0];
  expect(env).toContainEqual({ name: "HTTPS_PROXY", value: "http://proxy.example.com:3128" });
});
