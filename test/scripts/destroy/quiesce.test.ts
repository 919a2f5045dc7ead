import type { StackRole } from "../../../config/resolve/names";
import { Kubectl } from "../../../scripts/destroy/kubectl";
import { Quiesce } from "../../../scripts/destroy/quiesce";
import { fakeProgram, withPath } from "../../helpers/deploying";
import { sample } from "../../helpers/environment";
import { temporaryFolders } from "../../helpers/terraform";

const folder = temporaryFolders();
const { env: environment } = sample();

/** Everything that goes, with a cluster that has nothing in it. */
function quiesce(going: readonly StackRole[], { cases = `*json) echo '{"items":[]}';;`, reached = true } = {}) {
  const at = folder();
  const { calls } = fakeProgram(at, "kubectl", cases);
  const one = new Quiesce({
    environment,
    cluster: reached ? new Kubectl({ kubeconfig: "/k", folder: at, env: withPath(at) }) : null,
    cancelJobs: false,
    drainMinutes: 1,
    patience: { pollSeconds: 0.001, tell: () => {} },
    goes: (...roles) => roles.some((role) => going.includes(role)),
  });
  return { one, kinds: () => calls().map((call) => call.split(" ")[1]) };
}

test("jobs are drained when their nodes or their Slurm go, and not otherwise", async () => {
  const nodes = quiesce(["nodes"]);
  await nodes.one.drain();
  expect(nodes.kinds()).toEqual(["statefulset", "customresourcedefinition"]);
  const storage = quiesce(["platform"]);
  await storage.one.drain();
  expect(storage.kinds()).toEqual([]);
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
