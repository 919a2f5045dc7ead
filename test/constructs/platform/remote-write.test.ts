import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { sample } from "../../helpers/environment";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import { resources, type Json } from "../../helpers/synth";

const WORKSPACE = "arn:aws:aps:eu-west-1:111122223333:workspace/ws-0a1b2c3d-0000-4000-8000-000000000000";
const platform = (remoteWrite: object, more: object = {}): Json =>
  synthStacks(sample({ monitoring: { remoteWrite }, ...more }).env)["platform"]!;
const prometheus = (json: Json): Json =>
  valuesOf(releases(json)["monitoring/kube-prometheus-stack"]!).prometheus.prometheusSpec;

test("metrics stay in the cluster unless config says otherwise", () => {
  const json = platform({});
  expect(prometheus(json)).not.toHaveProperty("remoteWrite");
  expect(prometheus(json)).not.toHaveProperty("podMetadata");
  expect(JSON.stringify(json)).not.toContain("aps:");
});

test("a workspace is written to with the role of Prometheus' pod, which may do nothing else", () => {
  const json = platform({ central: { kind: "amp", workspace: WORKSPACE } });
  const { remoteWrite, podMetadata, containers } = prometheus(json);
  expect(remoteWrite).toMatchObject([
    {
      name: "central",
      url: "https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-0a1b2c3d-0000-4000-8000-000000000000/api/v1/remote_write",
      sigv4: { region: "eu-west-1" },
    },
  ]);
  expect(containers).toBeUndefined();
  const role = Object.values(resources(json, EksPodIdentityAssociation)).find(
    ({ service_account }) => service_account === "kube-prometheus-stack-prometheus",
  );
  expect(role).toMatchObject({ namespace: "monitoring" });
  // a pod that runs learns nothing of a role that it gets
  expect(podMetadata.annotations).toEqual({ "railyard.dev/role": sample().env.names.role("prometheus") });
  const writes = Object.values(resources(json, IamRolePolicy))
    .flatMap(({ policy }) => JSON.parse(policy).Statement as Json[])
    .filter(({ Action }) => String(Action).startsWith("aps:"));
  expect(writes).toEqual([
    expect.objectContaining({ Effect: "Allow", Action: "aps:RemoteWrite", Resource: WORKSPACE }),
  ]);
});

test("other stores read their login from Secrets, and know the tenant by a header", () => {
  const { remoteWrite } = prometheus(
    platform({
      mimir: {
        kind: "prometheus",
        url: "https://mimir.example.com/api/v1/push",
        login: { kind: "basic", secretName: "mimir" },
        tenant: { id: "gpus" },
      },
      thanos: {
        kind: "prometheus",
        url: "https://thanos.example.com/api/v1/receive",
        login: { kind: "bearer", secretName: "thanos" },
        tenant: { id: "gpus", header: "THANOS-TENANT" },
      },
    }),
  );
  expect(remoteWrite).toMatchObject([
    {
      basicAuth: { username: { name: "mimir", key: "username" }, password: { name: "mimir", key: "password" } },
      headers: { "X-Scope-OrgID": "gpus" },
    },
    {
      authorization: { type: "Bearer", credentials: { name: "thanos", key: "token" } },
      headers: { "THANOS-TENANT": "gpus" },
    },
  ]);
});

test("behind a proxy Prometheus takes it, and trusts the authorities", () => {
  const store = { central: { kind: "prometheus", url: "https://mimir.example.com/api/v1/push" } };
  const outbound = { proxy: { url: "http://proxy.example.com:3128" } };
  const { remoteWrite, containers } = prometheus(platform(store, { outbound }));
  expect(remoteWrite[0].proxyFromEnvironment).toBe(true);
  expect(containers).toMatchObject([
    {
      name: "prometheus",
      env: expect.arrayContaining([{ name: "HTTPS_PROXY", value: "http://proxy.example.com:3128" }]),
    },
  ]);
  expect(prometheus(platform({}, { outbound }))).not.toHaveProperty("containers");
});

test("each store is room that Prometheus asks for", () => {
  const memory = (json: Json): number => Number.parseInt(prometheus(json).resources.requests.memory, 10);
  const store = { kind: "prometheus", url: "https://a.example.com" };
  const [none, one, two] = [{}, { a: store }, { a: store, b: { ...store, url: "https://b.example.com" } }].map((some) =>
    memory(platform(some)),
  );
  expect([one! / none!, two! / none!]).toEqual([expect.closeTo(1.25, 2), expect.closeTo(1.5, 2)]);
});
