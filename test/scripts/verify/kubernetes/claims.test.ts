import { loadWritten } from "../../../../scripts/lib/environments/environment-table";
import type { Check, CheckJob } from "../../../../scripts/verify/check";
import { kubernetesRunner } from "../../../../scripts/verify/kubernetes/runner";
import { checkCluster, type CheckClusterProps } from "../../../helpers/check-cluster";
import { NOW, sample } from "../../../helpers/environment";

const plain = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const rack = loadWritten(["ultra"], NOW)[0]!.resolved.nodeGroups.find(({ name }) => name === "nvl1")!;
const NODES = ["n-0", "n-1"].map((name) => ({
  metadata: { name, labels: { ...plain.nodeSelector, ...rack.nodeSelector, "kubernetes.io/hostname": `${name}.host` } },
  status: { allocatable: { cpu: "192" }, conditions: [{ type: "Ready", status: "True" }] },
}));
const CHECK: Check = { id: "nccl-all", title: "All", suites: ["accept"], group: "all", minutes: 1, plan: () => "" };
const JOB: CheckJob = { tasksPerNode: 1, image: null, mpi: false, env: {}, script: "true\n" };
const START = "railyard-verify-test-accept";

function started(cluster: Partial<CheckClusterProps> = {}) {
  const kube = checkCluster({ nodes: NODES, namespaces: ["slurm"], ...cluster });
  const runner = kubernetesRunner({
    ask: kube.ask,
    start: START,
    claims: { namespace: "slurm", volumes: [] },
    queued: false,
    imageOf: () => "registry.example.com/nccl-tests:1",
    signal: new AbortController().signal,
    pollSeconds: 0.002,
  });
  const run = async (job: Partial<CheckJob> = {}, pool = rack) => {
    await runner.nodes(pool);
    return runner.run({ ...JOB, ...job }, { check: CHECK, pool, nodes: ["n-0", "n-1"] });
  };
  return { kube, runner, run };
}

const made = (kube: ReturnType<typeof checkCluster>, kind: string) => kube.made.filter((one) => one.kind === kind);

test("checks of a pool claim what its pods claim, by templates and a ComputeDomain that the Job waits for", async () => {
  const { kube, run } = started();
  await run();
  const [job] = made(kube, "Job");
  const { name: own } = job!.metadata;
  const claims = rack.deviceClaims.map(({ name }) => name);
  expect(claims).toEqual(["gpus", "efa", "imex"]);
  expect(job).toMatchObject({
    spec: {
      template: {
        spec: {
          resourceClaims: claims.map((name) => ({ name, resourceClaimTemplateName: `${own}-${name}` })),
          containers: [{ resources: { limits: rack.podResources, claims: claims.map((name) => ({ name })) } }],
        },
      },
    },
  });
  expect(made(kube, "ResourceClaimTemplate")).toMatchObject([
    { metadata: { name: `${own}-gpus`, ownerReferences: [{ kind: "Job", name: own, uid: "u" }] } },
    { metadata: { name: `${own}-efa`, ownerReferences: [{ kind: "Job", name: own, uid: "u" }] } },
  ]);
  expect(made(kube, "ComputeDomain")).toMatchObject([
    {
      metadata: {
        name: `${own}-imex`,
        namespace: START,
        labels: { "railyard.dev/verify": START },
        ownerReferences: [{ kind: "Job", name: own, uid: "u", blockOwnerDeletion: true }],
      },
      spec: { numNodes: 0, channel: { resourceClaimTemplate: { name: `${own}-imex` } } },
    },
  ]);
  expect(kube.left().filter((path) => /jobs|computedomains|resourceclaimtemplates/.test(path))).toEqual([]);
});

test("nodes of an NVLink domain are free again once the Job is gone, and not with its pods", async () => {
  let looks = 0;
  const stays = { metadata: { name: "x", labels: {} as Record<string, string> } };
  const { kube, run } = started({
    refuse: ({ method, path }) => {
      if (method === "DELETE") looks = 1;
      if (looks === 0 || looks > 3 || !/\/jobs\?/.test(path) || method !== "GET") return undefined;
      looks += 1;
      stays.metadata.labels["railyard.dev/verify-run"] = made(kube, "Job")[0]!.metadata.name;
      return { status: 200, body: { items: [stays] } };
    },
  });
  await run();
  expect(looks).toBe(4);
});

test("without NVIDIA's DRA driver it is said which kind is missing, and nothing is left", async () => {
  const { kube, runner, run } = started({
    refuse: ({ path }) => (path.endsWith("/computedomains") ? { status: 404, body: {} } : undefined),
  });
  await expect(run()).rejects.toThrow(/computedomains: there is none.*whether the kind is installed/);
  await runner.clear();
  expect(kube.left()).toEqual([]);
});

test("pods without devices have no ComputeDomain, nor have those of a pool with device plugins", async () => {
  const { kube, run } = started();
  await run({ withoutDevices: true });
  await run({}, plain);
  expect([...made(kube, "ComputeDomain"), ...made(kube, "ResourceClaimTemplate")]).toEqual([]);
  expect(JSON.stringify(made(kube, "Job"))).not.toContain("resourceClaims");
});
