import { KUBELETS } from "../../../../../scripts/preflight/cluster/checks/kubelets";
import { DGX, poolOf } from "../../../../helpers/pools";
import { findingsOf, node, nodes, status, type PretendedCluster } from "../../../../helpers/pretended-cluster";
import { clusterSample } from "../../../../helpers/cluster";

const WANTED = { topologyManagerPolicy: "best-effort", cpuManagerPolicy: "static" } as const;
const asked = { nodeGroups: [poolOf("dgx", { ...DGX, nodes: 2, kubelet: WANTED })] };

/** Two nodes whose kubelets answer with these. */
const kubelets = (...configs: (object | null)[]): PretendedCluster => ({
  ...nodes(...configs.map((_, at) => node(`gpu-${at + 1}`))),
  replies: Object.fromEntries(
    configs.map((config, at) => [
      `/api/v1/nodes/gpu-${at + 1}/proxy/configz`,
      config ? { status: 200, body: { kubeletconfig: config } } : status(403, "nodes is forbidden"),
    ]),
  ),
});

test("kubelets that are as config says are ok", async () => {
  expect(await findingsOf(KUBELETS, kubelets(WANTED, WANTED), { env: asked })).toEqual([
    "ok dgx: 2 kubelets have topologyManagerPolicy best-effort, cpuManagerPolicy static",
  ]);
});

test("those that are not are told by key and name; what a kubelet does not say is its default", async () => {
  const [found] = await findingsOf(KUBELETS, kubelets(WANTED, { cpuManagerPolicy: "static" }), { env: asked });
  expect(found).toMatch(/^warning dgx: kubelets are not .*topologyManagerPolicy is none, not best-effort, on gpu-2/);
});

test("single-numa-node under pods of whole nodes fails, whether config says anything or not", async () => {
  const { env } = clusterSample();
  const single = { topologyManagerPolicy: "single-numa-node" };
  const [found] = await findingsOf(KUBELETS, kubelets(single, WANTED), { env });
  expect(found).toMatch(/^failed dgx: kubelets of gpu-1 have .*single-numa-node.*all 8 GPUs.*2 NUMA nodes/);
  expect(await findingsOf(KUBELETS, kubelets({}, WANTED), { env })).toEqual([]);
});

test("a kubelet that does not answer is unknown, and the others are judged", async () => {
  expect(await findingsOf(KUBELETS, kubelets(null, WANTED), { env: asked })).toEqual([
    expect.stringMatching(/^ok dgx: 1 kubelets/),
    expect.stringMatching(/^unknown dgx: kubelets of gpu-1 do not show/),
  ]);
});

test("pools that ask for nothing and have no whole nodes are not asked", async () => {
  expect(await findingsOf(KUBELETS, kubelets({ topologyManagerPolicy: "single-numa-node" }))).toEqual([]);
});
