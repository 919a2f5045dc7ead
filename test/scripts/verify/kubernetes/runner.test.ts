import type { Check, CheckJob } from "../../../../scripts/verify/check";
import { CheckNotRunError } from "../../../../scripts/verify/engine/runner";
import { kubernetesRunner, type KubernetesRunnerProps } from "../../../../scripts/verify/kubernetes/runner";
import { checkCluster, hostsOf, type CheckClusterProps } from "../../../helpers/check-cluster";
import { sample } from "../../../helpers/environment";

const pool = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const NODES = ["n-0", "n-1", "n-2"].map((name) => ({
  metadata: { name, labels: { ...pool.nodeSelector, "kubernetes.io/hostname": `${name}.host` } },
  status: { allocatable: { cpu: "192" }, conditions: [{ type: "Ready", status: "True" }] },
}));
const CHECK: Check = { id: "nccl-all", title: "All", suites: ["accept"], group: "all", minutes: 1, plan: () => "" };
const JOB: CheckJob = { tasksPerNode: 1, image: null, mpi: false, env: {}, script: "true\n" };
const START = "railyard-verify-test-accept";

function started(cluster: Partial<CheckClusterProps> = {}, props: Partial<KubernetesRunnerProps> = {}) {
  const kube = checkCluster({ nodes: NODES, namespaces: ["slurm"], ...cluster });
  const runner = kubernetesRunner({
    ask: kube.ask,
    start: START,
    claims: { namespace: "slurm", volumes: [{ name: "storage-fast", claimName: "fast", mountPath: "/fast" }] },
    queued: false,
    imageOf: () => "registry.example.com/nccl-tests:1",
    signal: new AbortController().signal,
    pollSeconds: 0.002,
    ...props,
  });
  const run = async (job: Partial<CheckJob> = {}, nodes = ["n-0", "n-1"]) => {
    await runner.nodes(pool);
    return runner.run({ ...JOB, ...job }, { check: CHECK, pool, nodes });
  };
  const refusal = (job: Partial<CheckJob> = {}, nodes?: string[]) =>
    run(job, nodes).then(
      () => Promise.reject(new Error("it ran")),
      (error: unknown) => {
        if (!(error instanceof CheckNotRunError)) throw error;
        return error;
      },
    );
  return { kube, runner, run, refusal };
}

const made = (kube: ReturnType<typeof checkCluster>, kind: string) => kube.made.filter((one) => one.kind === kind);

test("a job runs on its nodes, and nothing of it is left", async () => {
  const { kube, runner, run } = started({ prints: (_, hosts, index) => `task ${index} on ${hosts[index]}` });
  expect(await run()).toBe("task 0 on n-0.host\ntask 1 on n-1.host\n");
  const [job] = made(kube, "Job");
  expect(hostsOf(job)).toEqual(["n-0.host", "n-1.host"]);
  expect(job).toMatchObject({
    metadata: { namespace: START, labels: { "railyard.dev/verify": START } },
    spec: {
      completionMode: "Indexed",
      completions: 2,
      backoffLimit: 0,
      template: {
        spec: {
          priorityClassName: START,
          automountServiceAccountToken: false,
          containers: [{ resources: { limits: pool.podResources, requests: { cpu: "172", ...pool.podResources } } }],
        },
      },
    },
  });
  expect(JSON.stringify(job)).not.toMatch(/privileged|hostPath|hostNetwork/);
  expect(made(kube, "PriorityClass")).toMatchObject([{ value: -1, preemptionPolicy: "Never" }]);
  expect(made(kube, "Secret")).toEqual([]);
  // what is made of it goes with the Job
  expect(made(kube, "ConfigMap")).toMatchObject([{ metadata: { ownerReferences: [{ kind: "Job", uid: "u" }] } }]);
  expect(kube.left().filter((path) => /jobs|pods/.test(path))).toEqual([]);
  await runner.clear();
  expect(kube.left()).toEqual([]);
});

test("ranks of MPI find each other by a key of this run, and the first pod has all that they print", async () => {
  const { kube, run } = started({ prints: (_script, _hosts, index) => `of ${index}\n` });
  expect(await run({ mpi: true, tasksPerNode: 8 })).toBe("of 0\n");
  const [secret] = made(kube, "Secret");
  const { stringData } = secret as unknown as { stringData: Record<string, string> };
  expect(stringData["key"]).toMatch(/^-----BEGIN EC PRIVATE KEY-----/);
  expect(stringData["key.pub"]).toMatch(/^ecdsa-sha2-nistp256 AAAA/);
  const again = started();
  await again.run({ mpi: true, tasksPerNode: 8 });
  expect(JSON.stringify(made(again.kube, "Secret"))).not.toContain(stringData["key.pub"]!.slice(40, 90));
  // one node needs none
  const alone = started();
  await alone.run({ mpi: true, tasksPerNode: 8 }, ["n-0"]);
  expect([...made(alone.kube, "Secret"), ...made(alone.kube, "Service")]).toEqual([]);
});

test("values reach the script as they are, whatever is in them", async () => {
  const { kube, run } = started();
  await run({ env: { NCCL_X: `a'b "$(id)" $$ \`c\`` }, script: "echo $(hostname) $$\n" });
  const [{ data }] = made(kube, "ConfigMap") as unknown as [{ data: Record<string, string> }];
  expect(data["check.sh"]).toBe(`export NCCL_X='a'\\''b "$(id)" $$ \`c\`'\necho $(hostname) $$\n`);
});

test("a job that needs a volume runs where its claim is, and is removed there, too", async () => {
  const { kube, runner, run, refusal } = started();
  await run({ mounts: ["/fast"] });
  const [job] = made(kube, "Job");
  expect(job).toMatchObject({ metadata: { namespace: "slurm" } });
  expect(JSON.stringify(job)).toContain('"persistentVolumeClaim":{"claimName":"fast"}');
  expect((await refusal({ mounts: ["/slow"] })).message).toBe("pods of slurm have no claim of the volume /slow");
  await runner.clear();
  expect(kube.left()).toEqual([]);
});

test("a job that uses a bucket has the account of jobs, and no other has it", async () => {
  const claims = { namespace: "slurm", volumes: [], serviceAccount: "jobs" };
  const { kube, run } = started({}, { claims });
  await run({ usesIdentity: true });
  await run();
  const accounts = made(kube, "Job").map((job) => /"serviceAccountName":"(\w+)"/.exec(JSON.stringify(job))?.[1]);
  expect(accounts).toEqual(["jobs", undefined]);
  expect(made(kube, "Job")[0]).toMatchObject({ metadata: { namespace: "slurm" } });
});

test("pods without devices ask for none, and name all of them as images of CUDA do", async () => {
  const { kube, run } = started();
  await run({ withoutDevices: true });
  const [job] = made(kube, "Job");
  const [container] = (job as never as { spec: { template: { spec: { containers: object[] } } } }).spec.template.spec
    .containers;
  expect(container).toMatchObject({
    env: [{ name: "NVIDIA_VISIBLE_DEVICES", value: "all" }],
    resources: { limits: {}, requests: { cpu: "172" } },
  });
  expect(JSON.stringify(container)).not.toMatch(/nvidia\.com|IPC_LOCK|k8s\.amazonaws|vpc\.amazonaws/);
});

test("in a namespace that is named, jobs wait in its queue, and it stays", async () => {
  const there = { namespaces: ["team-a", "slurm"] };
  const props = { namespace: "team-a", queued: true, claims: { namespace: "team-a", volumes: [] } };
  const { kube, runner, run } = started(there, props);
  await run();
  expect(made(kube, "Job")).toMatchObject([
    { metadata: { namespace: "team-a", labels: { "kueue.x-k8s.io/queue-name": "default" } } },
  ]);
  expect(made(kube, "Namespace")).toEqual([]);
  await runner.clear();
  expect(kube.left()).toEqual([]);
  expect(kube.asked).not.toContain("DELETE /api/v1/namespaces/team-a");
  await expect(started({}, props).run()).rejects.toThrow("--namespace team-a: the cluster has no such namespace.");
});

test("what never starts is told with the words of the cluster, and removed", async () => {
  const { kube, refusal } = started({ fate: () => "waits" }, { waitSeconds: 0.01 });
  expect((await refusal()).message).toMatch(/^it did not start within 0 minutes: its pod on n-0.host has not started/);
  expect(kube.left().filter((path) => path.includes("/jobs/"))).toEqual([]);
  const unmade = started(
    {
      refuse: ({ path }) =>
        events(path) ?? (path.includes("/pods?") ? { status: 200, body: { items: [] } } : undefined),
    },
    { waitSeconds: 0.01 },
  );
  expect((await unmade.refusal()).message).toBe(
    "it did not start within 0 minutes: pods are forbidden: violates PodSecurity baseline",
  );
});

test("what a policy refuses is told at once, and a quota is waited for", async () => {
  const noPods =
    (message: string): CheckClusterProps["refuse"] =>
    ({ path }) =>
      // of this Job, and not of an earlier one that had its name
      path.includes("/events?fieldSelector=involvedObject.uid%3Du%2C")
        ? { status: 200, body: { items: [{ message }] } }
        : path.includes("/pods?")
          ? { status: 200, body: { items: [] } }
          : undefined;
  const policy = 'pods "x" is forbidden: violates PodSecurity "baseline:latest"';
  const soon = { refusalSeconds: 0, waitSeconds: 600 };
  expect((await started({ refuse: noPods(policy) }, soon).refusal()).message).toBe(policy);
  const quota = "pods is forbidden: exceeded quota: gpus";
  expect((await started({ refuse: noPods(quota) }, { ...soon, waitSeconds: 0.01 }).refusal()).message).toBe(
    `it did not start within 0 minutes: ${quota}`,
  );
});

const events = (path: string) =>
  path.includes("/events?")
    ? { status: 200, body: { items: [{ message: "pods are forbidden: violates PodSecurity baseline" }] } }
    : undefined;

test("a pod that ends before its program blames no node, and what it printed is kept", async () => {
  const status = { phase: "Failed", reason: "Preempted", message: "by team/training" };
  const { refusal } = started({
    fate: (host) => (host === "n-1.host" ? { status } : "runs"),
    prints: (_script, _hosts, index) => `so far ${index}`,
  });
  const error = await refusal();
  expect(error.message).toBe("its pod on n-1.host was ended: Preempted: by team/training");
  expect(error.output).toBe("so far 0\nso far 1\n");
});

test("a limit of time holds from the start of its pods", async () => {
  const slow = { ...CHECK, minutes: 0.0005 };
  const { kube, runner } = started({ fate: () => "runs", prints: () => "half" });
  await runner.nodes(pool);
  const error = await runner.run(JOB, { check: slow, pool, nodes: ["n-0"] }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: "it took longer than its time limit", output: "half\n" });
  expect(kube.left().filter((path) => path.includes("/jobs/"))).toEqual([]);
});

test("what the API refuses is told in words", async () => {
  const refuse: CheckClusterProps["refuse"] = ({ method, path }) =>
    method === "POST" && path.endsWith("/jobs")
      ? { status: 403, body: { message: 'admission webhook "policy" denied the request: no image of ghcr.io' } }
      : undefined;
  expect((await started({ refuse }).refusal()).message).toMatch(
    /jobs is not allowed: admission webhook "policy" denied/,
  );
  expect((await started({}, { imageOf: () => null }).refusal()).message).toBe(
    "no image is known for its pods: give --image",
  );
});

test("whoever is interrupted leaves nothing", async () => {
  const controller = new AbortController();
  const { kube, runner, run } = started({ fate: () => "runs" }, { signal: controller.signal });
  const running = run();
  setTimeout(() => controller.abort(new Error("Ctrl-C")), 10);
  await expect(running).rejects.toThrow("Ctrl-C");
  await runner.clear();
  expect(kube.left()).toEqual([]);
});

test("what stays in the cluster is told, with what removes it by hand", async () => {
  const refuse: CheckClusterProps["refuse"] = ({ method }) =>
    method === "DELETE" ? { status: 403, body: { message: "you may not" } } : undefined;
  await expect(started({ refuse }).runner.clear()).rejects.toThrow(
    /was not removed: .*you may not[^]*kubectl delete namespace railyard-verify-test-accept/,
  );
});
