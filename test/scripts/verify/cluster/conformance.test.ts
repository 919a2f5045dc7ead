import { conformanceOf, CONFORMANCE_VERSIONS } from "../../../../config/facts/ai-conformance";
import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import { ClusterApi } from "../../../../scripts/lib/kubernetes/cluster-api";
import { conformanceCheck } from "../../../../scripts/verify/cluster/conformance/check";
import { NOW } from "../../../helpers/environment";

const { resolved: research } = loadWritten(["research"], NOW)[0]!;
const { resolved: ethernet } = loadWritten(["ethernet"], NOW)[0]!;
const QUEUED = {
  ...ethernet,
  kueue: { operators: ["kuberay"], jobs: ["job"], sharing: { kind: "quota", borrowing: true } } as never,
};
const pool = ethernet.nodeGroups[0]!;

type Answers = Readonly<Record<string, unknown>>;
const one = (name: string, more: object = {}) => ({ items: [{ metadata: { name }, ...more }] });
const conditioned = (type: string, status = "True") => ({ status: { conditions: [{ type, status }] } });
const SERVED = { kind: "APIGroup" };
const SLICE = "/apis/discovery.k8s.io/v1/namespaces/kube-system/endpointslices";
const DNS = "/api/v1/namespaces/kube-system/services/kube-dns";
const node = (labels: object, allocatable: object) => ({
  items: [{ metadata: { name: "n-0", labels: { ...pool.nodeSelector, ...labels } }, status: { allocatable } }],
});

async function look(answers: Answers, environment = research) {
  const api = new ClusterApi(({ path }) => {
    const body = answers[path.split("?")[0]!];
    if (body === "forbidden") return Promise.resolve({ status: 403, body: { message: "ann may not" } });
    return Promise.resolve(body === undefined ? { status: 404, body: {} } : { status: 200, body });
  });
  const check = conformanceCheck(environment);
  const output = await check.ask(api);
  const { rows } = JSON.parse(output) as { rows: { id: string; state: string; why: string }[] };
  return { verdict: check.judge(output), of: (id: string) => rows.find((row) => row.id === id)! };
}

test.each<[string, "met" | "failed" | "open", Answers, typeof research]>([
  ["dra_support", "open", {}, ethernet],
  [
    "dra_support",
    "met",
    { "/apis/resource.k8s.io/v1": SERVED, "/apis/resource.k8s.io/v1/deviceclasses": one("gpu.nvidia.com") },
    ethernet,
  ],
  [
    "dra_support",
    "failed",
    { "/apis/resource.k8s.io/v1": SERVED },
    { ...ethernet, nodeGroups: [{ ...pool, deviceClaims: [{ name: "gpus", deviceClass: "gpu.nvidia.com" }] }] },
  ],
  [
    "driver_runtime_management",
    "met",
    { "/api/v1/nodes": node({ "nvidia.com/cuda.driver.major": "580" }, {}) },
    ethernet,
  ],
  ["driver_runtime_management", "open", { "/api/v1/nodes": node({}, {}) }, ethernet],
  [
    "ai_inference",
    "met",
    { "/apis/gateway.networking.k8s.io/v1/gatewayclasses": one("envoy", conditioned("Accepted")) },
    ethernet,
  ],
  [
    "ai_inference",
    "open",
    { "/apis/gateway.networking.k8s.io/v1/gatewayclasses": one("envoy", conditioned("Accepted", "False")) },
    ethernet,
  ],
  ["gang_scheduling", "open", {}, ethernet],
  ["gang_scheduling", "failed", {}, QUEUED],
  [
    "gang_scheduling",
    "failed",
    { "/apis/kueue.x-k8s.io/v1beta2/clusterqueues": one("a", conditioned("Active", "False")) },
    QUEUED,
  ],
  ["gang_scheduling", "met", { "/apis/kueue.x-k8s.io/v1beta2/clusterqueues": one("a", conditioned("Active")) }, QUEUED],
  ["cluster_autoscaling", "met", {}, ethernet],
  ["pod_autoscaling", "open", { "/apis/autoscaling/v2": SERVED }, ethernet],
  [
    "pod_autoscaling",
    "met",
    { "/apis/autoscaling/v2": SERVED, "/apis/custom.metrics.k8s.io/v1beta1": SERVED },
    ethernet,
  ],
  ["accelerator_metrics", "open", {}, ethernet],
  [
    "ai_service_metrics",
    "met",
    { "/apis/monitoring.coreos.com/v1/prometheuses": one("k", conditioned("Available")) },
    ethernet,
  ],
  [
    "ai_service_metrics",
    "failed",
    { "/apis/monitoring.coreos.com/v1/prometheuses": one("k", conditioned("Available", "Degraded")) },
    ethernet,
  ],
  ["secure_accelerator_access", "open", {}, ethernet],
  ["robust_controller", "open", {}, ethernet],
  ["robust_controller", "failed", {}, QUEUED],
  ["dns", "open", {}, ethernet],
  ["dns", "failed", { [DNS]: { metadata: { name: "kube-dns" } } }, ethernet],
  [
    "dns",
    "met",
    { [DNS]: { metadata: { name: "kube-dns" } }, [SLICE]: one("x", { endpoints: [{ conditions: { ready: true } }] }) },
    ethernet,
  ],
  ["storage_classes", "failed", { "/apis/storage.k8s.io/v1/storageclasses": one("block") }, ethernet],
  [
    "storage_classes",
    "met",
    {
      "/apis/storage.k8s.io/v1/storageclasses": {
        items: [{ metadata: { name: "block" } }, { metadata: { name: "block-retain" } }],
      },
    },
    ethernet,
  ],
  [
    "storage_classes",
    "met",
    {
      "/apis/storage.k8s.io/v1/storageclasses": one("gp3", {
        metadata: { name: "gp3", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
      }),
    },
    research,
  ],
  ["topology_labels", "failed", { "/api/v1/nodes": node({}, {}) }, QUEUED],
  ["job_identity", "failed", {}, research],
  [
    "job_identity",
    "met",
    { "/api/v1/namespaces/slurm/serviceaccounts/jobs": { metadata: { name: "jobs" } } },
    research,
  ],
  ["job_identity", "open", {}, ethernet],
])("%s: %s", async (id, state, answers, environment) => {
  const { of } = await look(answers, environment);
  expect(of(id)).toMatchObject({ state });
});

const EXPORTER = one("dcgm-x", {
  metadata: { name: "dcgm-x", namespace: "gpu" },
  spec: { containers: [{ ports: [{ name: "metrics", containerPort: 9401 }] }] },
  status: { phase: "Running" },
});
test.each([
  ['DCGM_FI_DEV_GPU_UTIL{gpu="0"} 3\nDCGM_FI_DEV_FB_USED{gpu="0"} 4\n', "met"],
  ['DCGM_FI_DEV_GPU_UTIL{gpu="0"} 3\n', "failed"],
  ["forbidden", "open"],
])("metrics of GPUs are read where they are", async (text, state) => {
  const { of } = await look(
    { "/api/v1/pods": EXPORTER, "/api/v1/namespaces/gpu/pods/dcgm-x:9401/proxy/metrics": text },
    ethernet,
  );
  expect(of("accelerator_metrics").state).toBe(state);
});

test("webhooks of operators have pods", async () => {
  const hook = one("ray", {
    webhooks: [
      { rules: [{ apiGroups: ["ray.io"] }], clientConfig: { service: { name: "ray", namespace: "kuberay" } } },
    ],
  });
  const answers = {
    "/apis/ray.io": SERVED,
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations": hook,
  };
  expect((await look(answers, QUEUED)).of("robust_controller")).toMatchObject({
    state: "failed",
    why: "kuberay: no pod answers for its webhook ray",
  });
  const slices = {
    "/apis/discovery.k8s.io/v1/namespaces/kuberay/endpointslices": one("x", { endpoints: [{ conditions: {} }] }),
  };
  expect((await look({ ...answers, ...slices }, QUEUED)).of("robust_controller").state).toBe("met");
});

test("what config asks for fails, what it does not is not proved, and what may not be asked is said", async () => {
  const { verdict } = await look({ "/apis/monitoring.coreos.com/v1/prometheuses": "forbidden" });
  expect(verdict.status).toBe("failed");
  expect(verdict.findings.map(({ text }) => text)).toContain(
    "Identity of jobs (job_identity): the account jobs of namespace slurm is not there.",
  );
  expect(verdict.unknown).toContainEqual(
    expect.stringMatching(
      /^Metrics of workloads are collected \(ai_service_metrics, MUST in 1\.3\d\): nobody could ask: .*ann may not/,
    ),
  );
  expect(verdict.unknown!.some((text) => text.startsWith("Gateway API for inference (ai_inference, MUST"))).toBe(true);
});

test("each version has the requirements that its list has", () => {
  const counts = CONFORMANCE_VERSIONS.map(
    (version) => conformanceOf(version).filter(({ level }) => level === "MUST").length,
  );
  expect(counts).toEqual([8, 9, 9, 8]);
  expect(CONFORMANCE_VERSIONS.map((version) => conformanceOf(version).length)).toEqual([9, 9, 12, 14]);
});

test("a look of another form is unreadable", () => {
  expect(() => conformanceCheck(research).judge('{"rows":[]}')).toThrow(/has another form/);
});
