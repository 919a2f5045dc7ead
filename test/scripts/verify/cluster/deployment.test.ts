import { gzipSync } from "node:zlib";
import { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import type { PlannedRelease } from "../../../../scripts/lib/synth/planned-releases";
import { deploymentCheck } from "../../../../scripts/verify/cluster/deployment";
import { storedRelease } from "../../../../scripts/verify/cluster/stored-release";
import { sample } from "../../../helpers/environment";

const { env } = sample();
const h100 = env.nodeGroups.find(({ name }) => name === "h100")!;
const ENV = { ...env, nodeGroups: [{ ...h100, count: { ...h100.count, owner: "terraform", initial: 2 } as const }] };
const PLANNED: PlannedRelease[] = [
  { name: "gpu-operator", namespace: "gpu", chart: "gpu-operator", version: "v25.10.0" },
];

const MANIFEST = `---
# Source: gpu-operator/templates/operator.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gpu-operator
---
# nothing is left of a template
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: driver, namespace: gpu }
---
apiVersion: v1
kind: Secret
metadata:
  name: key
stringData: { password: hunter2 }
---
apiVersion: nvidia.com/v1
kind: ClusterPolicy
metadata:
  name: cluster-policy
---
apiVersion: batch/v1
kind: Job
metadata: { name: once }
`;

const stored = (manifest: string, version = "v25.10.0") => {
  const text = JSON.stringify({
    chart: { metadata: { name: "gpu-operator", version } },
    manifest,
    config: { a: "hunter2" },
  });
  const release = Buffer.from(gzipSync(text).toString("base64")).toString("base64");
  return { metadata: { name: "sh.helm.release.v1.gpu-operator.v3", namespace: "gpu" }, data: { release } };
};
const secretOf = (version: number, status: string) => ({
  metadata: {
    name: `sh.helm.release.v1.gpu-operator.v${version}`,
    namespace: "gpu",
    labels: { owner: "helm", name: "gpu-operator", version: String(version), status },
  },
});
const resources = (...all: [name: string, kind: string, namespaced: boolean][]) => ({
  resources: [...all, ["pods/status", "Pod", true] as const].map(([name, kind, namespaced]) => ({
    name,
    kind,
    namespaced,
  })),
});
const at = (name: string, status: object, spec: object = {}, namespace?: string) => ({
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  spec,
  status,
});
const node = (name: string, allocatable: object = h100.podResources, ready = "True") => ({
  metadata: { name, labels: h100.nodeSelector },
  status: { allocatable, conditions: [{ type: "Ready", status: ready }] },
});

/** Answers of a cluster in which all is well. */
const WELL: Readonly<Record<string, unknown>> = {
  "/api/v1/secrets": { items: [secretOf(2, "superseded"), secretOf(3, "deployed")] },
  "/api/v1/namespaces/gpu/secrets/sh.helm.release.v1.gpu-operator.v3": stored(MANIFEST),
  "/api/v1": resources(["secrets", "Secret", true], ["nodes", "Node", false]),
  "/apis/apps/v1": resources(["deployments", "Deployment", true], ["daemonsets", "DaemonSet", true]),
  "/apis/nvidia.com/v1": resources(["clusterpolicies", "ClusterPolicy", false]),
  "/apis/apps/v1/deployments": { items: [at("gpu-operator", { availableReplicas: 1 }, { replicas: 1 }, "gpu")] },
  "/apis/apps/v1/daemonsets": { items: [at("driver", { numberReady: 2, desiredNumberScheduled: 2 }, {}, "gpu")] },
  "/apis/nvidia.com/v1/clusterpolicies": { items: [at("cluster-policy", { state: "ready" })] },
  "/api/v1/nodes": { items: [node("n-0"), node("n-1")] },
};

async function looked(other: Readonly<Record<string, unknown>> = {}, environment: typeof env = ENV) {
  const answers: Record<string, unknown> = { ...WELL, ...other };
  const api = new ClusterApi(({ path, metadataOnly }) => {
    const plain = path.split("?")[0]!;
    if (plain === "/api/v1/secrets") {
      expect(metadataOnly).toBe(true);
      // Helm's own by its label, those of the release as all of the kind
      const items = path.includes("owner")
        ? answers[plain]
        : { items: [{ metadata: { name: "key", namespace: "gpu" } }] };
      return Promise.resolve(reply(items));
    }
    return Promise.resolve(reply(answers[plain]));
  });
  const check = deploymentCheck(environment, () => PLANNED);
  const output = await check.ask(api);
  expect(output).not.toContain("hunter2");
  return check.judge(output);
}

const reply = (body: unknown) =>
  body === undefined
    ? { status: 404, body: { message: "not found" } }
    : body === "forbidden"
      ? { status: 403, body: { message: "secrets is forbidden" } }
      : { status: 200, body };

test("all of it is there and ready", async () => {
  expect(await looked()).toEqual({
    status: "passed",
    figures: [
      {
        name: "Releases that are there and ready",
        value: 1,
        unit: "",
        floor: { value: 1, basis: "computed", source: `the stacks of ${env.name}` },
      },
      { name: "Nodes of h100", value: 2, unit: "", floor: { value: 2, basis: "computed", source: "count of h100" } },
    ],
    findings: [],
  });
});

test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ["no release", { "/api/v1/secrets": { items: [] } }, "Release gpu-operator in gpu is not there."],
  [
    "another upgrade hangs",
    { "/api/v1/secrets": { items: [secretOf(3, "deployed"), secretOf(10, "pending-upgrade")] } },
    "Release gpu-operator in gpu is pending-upgrade.",
  ],
  [
    "an old chart",
    { "/api/v1/namespaces/gpu/secrets/sh.helm.release.v1.gpu-operator.v3": stored(MANIFEST, "v25.3.0") },
    "Release gpu-operator in gpu has chart gpu-operator v25.3.0, and config v25.10.0.",
  ],
  [
    "somebody removed a DaemonSet",
    { "/apis/apps/v1/daemonsets": { items: [] } },
    "Release gpu-operator in gpu: DaemonSet driver is not there (namespace gpu).",
  ],
  [
    "one of the name elsewhere",
    { "/apis/apps/v1/daemonsets": { items: [at("driver", {}, {}, "default")] } },
    "Release gpu-operator in gpu: DaemonSet driver is not there (namespace gpu).",
  ],
  [
    "a DaemonSet is not ready",
    { "/apis/apps/v1/daemonsets": { items: [at("driver", { numberReady: 1, desiredNumberScheduled: 2 }, {}, "gpu")] } },
    "Release gpu-operator in gpu: DaemonSet driver has 1 of 2 pods ready.",
  ],
  [
    "a Deployment without pods",
    { "/apis/apps/v1/deployments": { items: [at("gpu-operator", {}, {}, "gpu")] } },
    "Release gpu-operator in gpu: Deployment gpu-operator has 0 of 1 pods available.",
  ],
  [
    "an operator is at work",
    { "/apis/nvidia.com/v1/clusterpolicies": { items: [at("cluster-policy", { state: "notReady" })] } },
    "Release gpu-operator in gpu: ClusterPolicy cluster-policy is notReady.",
  ],
  [
    "definitions are gone",
    { "/apis/nvidia.com/v1": undefined },
    "Release gpu-operator in gpu: ClusterPolicy cluster-policy is not there: the cluster has no ClusterPolicy of nvidia.com/v1.",
  ],
  [
    "a node is missing",
    { "/api/v1/nodes": { items: [node("n-0")] } },
    "h100 has 1 nodes that are ready, and config 2.",
  ],
  [
    "a node is not ready",
    { "/api/v1/nodes": { items: [node("n-0"), node("n-1"), node("n-2", {}, "Unknown")] } },
    "n-2 is not ready.",
  ],
  [
    "a GPU is missing",
    { "/api/v1/nodes": { items: [node("n-0"), node("n-1", { ...h100.podResources, "nvidia.com/gpu": "7" })] } },
    "n-1 offers 7 nvidia.com/gpu, and a whole node has 8.",
  ],
  [
    "no device plugin",
    {
      "/api/v1/nodes": {
        items: [node("n-0"), node("n-1", { ...h100.podResources, "vpc.amazonaws.com/efa": undefined })],
      },
    },
    "n-1 offers no vpc.amazonaws.com/efa, and a whole node has 32.",
  ],
])("%s", async (_, other, text) => {
  const { status, findings } = await looked(other);
  expect(status).toBe("failed");
  expect(findings.map((one) => one.text)).toEqual([text]);
});

test("what may not be read is not proved", async () => {
  const { status, findings, unknown } = await looked({
    "/api/v1/namespaces/gpu/secrets/sh.helm.release.v1.gpu-operator.v3": "forbidden",
  });
  expect([status, findings]).toEqual(["measured", []]);
  expect(unknown![0]).toMatch(/^gpu-operator: GET .* is not allowed: secrets is forbidden/);
});

const helms = (name: string) => ({ "meta.helm.sh/release-name": name, "meta.helm.sh/release-namespace": "gpu" });
const annotated = (object: ReturnType<typeof at>, name: string) => ({
  ...object,
  metadata: { ...object.metadata, annotations: helms(name) },
});

/** Answers to an account that may read no Secret; the DaemonSet is of the release, and what else is there of others. */
const narrow = (ready: number) => ({
  "/api/v1/secrets": "forbidden",
  "/apis/apps/v1/deployments": { items: [annotated(at("other", {}, { replicas: 1 }, "gpu"), "other")] },
  "/apis/apps/v1/daemonsets": {
    items: [
      annotated(at("driver", { numberReady: ready, desiredNumberScheduled: 2 }, {}, "gpu"), "gpu-operator"),
      at("of-nobody", { numberReady: 0, desiredNumberScheduled: 2 }, {}, "gpu"),
    ],
  },
  "/apis/apps/v1/statefulsets": { items: [] },
});

test("without Secrets, what makes pods is looked at, and the rest is told as not proved", async () => {
  const { status, figures, findings, unknown } = await looked(narrow(2));
  expect([status, findings]).toEqual(["measured", []]);
  expect(figures.map(({ name, value, floor }) => [name, value, floor!.value])).toEqual([
    ["Releases whose pods are ready", 1, 1],
    ["Nodes of h100", 2, 2],
  ]);
  expect(unknown).toEqual([
    "No Secret may be read here: whether releases are of the charts that config names, and whether objects of them are missing.",
  ]);
});

test("without Secrets, a release whose pods are not ready fails", async () => {
  const { status, figures, findings } = await looked(narrow(1));
  expect([status, figures[0]!.value]).toEqual(["failed", 0]);
  expect(findings.map(({ text }) => text)).toEqual([
    "Release gpu-operator in gpu: DaemonSet driver has 1 of 2 pods ready.",
  ]);
});

test("a cluster that does not answer is no cluster without Secrets", async () => {
  const ask = () => Promise.resolve({ status: 429, body: { message: "later" } });
  await expect(deploymentCheck(ENV, () => PLANNED).ask(new ClusterApi(ask))).rejects.toThrow(/too busy/);
});

test("devices that pods claim need their class, and drivers that publish them", async () => {
  const claiming = {
    ...ENV,
    nodeGroups: [{ ...ENV.nodeGroups[0]!, deviceClaims: [{ name: "gpus", deviceClass: "gpu.nvidia.com" }] }],
  };
  const [classes, slices] = ["/apis/resource.k8s.io/v1/deviceclasses", "/apis/resource.k8s.io/v1/resourceslices"];
  const slice = (nodeName: string) => at(nodeName, {}, { nodeName });
  const there = { [classes]: { items: [at("gpu.nvidia.com", {})] } };
  const all = await looked({ ...there, [slices]: { items: [slice("n-0"), slice("n-1")] } }, claiming);
  expect(all.status).toBe("passed");
  const one = await looked({ ...there, [slices]: { items: [slice("n-0")] } }, claiming);
  expect(one.findings.map(({ text }) => text)).toEqual(["n-1 has no devices that drivers publish (ResourceSlice)."]);
  const none = await looked({}, claiming);
  expect(none.findings.map(({ text }) => text)).toContain("n-0 claims gpu.nvidia.com, a class that is not there.");
});

test("a look of another form is unreadable, and so is a Secret that is no release", () => {
  expect(() => deploymentCheck(ENV, () => PLANNED).judge("{}")).toThrow(/has another form/);
  const broken = (release: string) => storedRelease({ metadata: { name: "x" }, data: { release } });
  expect([broken("AAAA"), broken(""), storedRelease({ metadata: { name: "x" } })]).toEqual([null, null, null]);
  expect(broken(Buffer.from(Buffer.from([0x1f, 0x8b, 1, 2]).toString("base64")).toString("base64"))).toBeNull();
});
