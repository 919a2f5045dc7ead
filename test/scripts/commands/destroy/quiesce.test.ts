import type { SiteEnvironment } from "../../../../config/sites/environment";
import type { StackRole } from "../../../../config/names/resolve";
import { Kubectl } from "../../../../scripts/lib/kubernetes/kubectl";
import { Quiesce } from "../../../../scripts/commands/destroy/quiesce";
import { fakeProgram, withPath } from "../../../helpers/deploying";
import { clusterSample } from "../../../helpers/cluster";
import { sample } from "../../../helpers/environment";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();
const { env: onAws } = sample();

const EMPTY = `*json) echo '{"items":[]}';;`;

/** Everything that goes, with a cluster that has nothing in it. */
function quiesce(
  going: readonly StackRole[],
  {
    environment = onAws as SiteEnvironment,
    cases = EMPTY,
    reached = true,
    cancelJobs = false,
    agreedClaims = null as ReadonlySet<string> | null,
  } = {},
) {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", cases);
  const one = new Quiesce({
    environment,
    cluster: reached ? new Kubectl({ cluster: ["--kubeconfig", "/k"], folder: at, env: withPath(at) }) : null,
    agreedClaims,
    cancelJobs,
    drainMinutes: 1,
    patience: { pollSeconds: 0.001, tell: () => {} },
    goes: (...roles) => roles.some((role) => going.includes(role)),
  });
  return { one, kinds: () => calls().map((call) => call.split(" ")[1]) };
}

test("jobs are drained when their nodes, their files or their Slurm go, and not otherwise", async () => {
  const nodes = quiesce(["nodes"]);
  await nodes.one.drain();
  expect(nodes.kinds()).toEqual(["statefulset", "customresourcedefinition", "pod"]);
  const storage = quiesce(["storage"]);
  await storage.one.drain();
  expect(storage.kinds()).toContain("statefulset");
  const platform = quiesce(["platform"]);
  await platform.one.drain();
  expect(platform.kinds()).toEqual([]);
});

test("load balancers go just before their controller; volumes too, and the rest of them after it", async () => {
  const { one, kinds } = quiesce(["slurm", "platform", "nodes", "cluster"]);
  await one.before("sample-slurm");
  expect(kinds()).toEqual([]);
  await one.before("sample-platform");
  expect(kinds()).toEqual(["service", "ingress", "service", "ingress", "persistentvolume", "persistentvolume"]);
  await one.before("sample-nodes");
  expect(kinds().slice(6)).toEqual(["persistentvolume", "persistentvolume"]);
  await one.before("sample-cluster");
  expect(kinds()).toHaveLength(8);
});

test("volumes stay while the cluster stays", async () => {
  const { one, kinds } = quiesce(["platform", "nodes"]);
  await one.before("sample-platform");
  await one.before("sample-nodes");
  expect(kinds()).not.toContain("persistentvolume");
});

test("a cluster that is not there is not asked", async () => {
  const { one, kinds } = quiesce(["slurm", "platform", "cluster"], { reached: false });
  await one.drain();
  await one.before("sample-platform");
  expect(kinds()).toEqual([]);
});

test("fails with what to do when Kubernetes refuses", async () => {
  const { one } = quiesce(["slurm"], { cases: "*) echo Forbidden >&2; exit 1;;" });
  await expect(one.drain()).rejects.toThrow(/Forbidden\n[^]*--skip-drain\. No stack was destroyed\./);
});

const GPU_POD = {
  metadata: { namespace: "lab", name: "train-0" },
  spec: { containers: [{ resources: { limits: { "nvidia.com/gpu": "8" } } }] },
  status: { phase: "Running" },
};

test("pods with GPUs that no queue knows are not ended unasked", async () => {
  const cases = `*get\\ pod*) echo '${JSON.stringify({ items: [GPU_POD] })}';;\n${EMPTY}`;
  await expect(quiesce(["nodes"], { cases }).one.drain()).rejects.toThrow("lab/train-0");
  const cancelled = quiesce(["nodes"], { cases, cancelJobs: true });
  await cancelled.one.drain();
  expect(cancelled.kinds()).not.toContain("pod");
});

test("fails with what to do when Kubernetes refuses to release something", async () => {
  const { one } = quiesce(["platform"], { cases: "*) echo Forbidden >&2; exit 1;;" });
  await expect(one.before("sample-platform")).rejects.toThrow(
    /Forbidden\n[^]*--skip-drain\. Nothing of sample-platform was destroyed\./,
  );
});

test("fails for a volume that nobody agreed to", async () => {
  const volume = {
    metadata: { name: "pv" },
    spec: { persistentVolumeReclaimPolicy: "Delete", claimRef: { namespace: "web", name: "new" } },
  };
  const cases = `*persistentvolume*) echo '${JSON.stringify({ items: [volume] })}';;\n${EMPTY}`;
  const { one, kinds } = quiesce(["cluster"], { cases, agreedClaims: new Set() });
  await expect(one.before("sample-cluster")).rejects.toThrow("web/new came since this was planned");
  expect(kinds()).toEqual(["persistentvolume"]);
});

describe("in a cluster that somebody else has made", () => {
  const { env: shared } = clusterSample();
  const own = (going: readonly StackRole[], cases?: string) =>
    quiesce(going, { environment: shared, ...(cases !== undefined && { cases }) });

  test("Slurm comes to rest where it goes; queues, load balancers and volumes of others are not touched", async () => {
    const { one, kinds } = own(["slurm", "platform", "crds"]);
    await one.drain();
    for (const stack of ["sample-slurm", "sample-platform", "sample-crds"]) await one.before(stack);
    expect(kinds()).toEqual(["statefulset", "pod"]);
    const crds = own(["crds"]);
    await crds.one.drain();
    expect(crds.kinds()).toEqual([]);
  });

  test("what gives GPUs to pods of others does not go from under them", async () => {
    const pod = {
      metadata: { namespace: "theirs", name: "train-0" },
      spec: { containers: [{ resources: { limits: { "nvidia.com/gpu": "8" } } }] },
      status: { phase: "Running" },
    };
    const cases = `*"get pod"*) echo '${JSON.stringify({ items: [pod] })}';;\n${EMPTY}`;
    await expect(own(["platform"], cases).one.drain()).rejects.toThrow(
      "theirs/train-0. What gives them GPUs and networks would go, and no other pod would get any.",
    );
  });
});
