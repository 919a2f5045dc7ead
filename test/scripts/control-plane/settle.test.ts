import type { Api, ApiObject } from "../../../scripts/control-plane/api";
import { awaitsClaims, settle, unsettled } from "../../../scripts/control-plane/settle";

const object = (name: string, more: object): ApiObject => ({ metadata: { name, namespace: "n", uid: name }, ...more });
const ownedPod = (owner: string, status: object): ApiObject => ({
  metadata: { name: `${owner}-pod`, namespace: "n", ownerReferences: [{ kind: "X", name: owner, uid: owner }] },
  spec: {},
  status,
});
const RUNS = { phase: "Running" };

test("a DaemonSet waits for a pod of each node", () => {
  const daemons = object("d", { status: { desiredNumberScheduled: 2, observedGeneration: 1 } });
  expect(unsettled({ owners: [daemons], pods: [ownedPod("d", RUNS)] })).toEqual(["n/d"]);
  expect(unsettled({ owners: [daemons], pods: [ownedPod("d", RUNS), ownedPod("d", RUNS)] })).toEqual([]);
});

test("a Job waits for its first pod, unless it is suspended", () => {
  expect(unsettled({ owners: [object("j", { spec: { completions: 1 }, status: {} })], pods: [] })).toEqual(["n/j"]);
  expect(unsettled({ owners: [object("j", { spec: { completions: 1, suspend: true } })], pods: [] })).toEqual([]);
});

test("a StatefulSet makes its pods one after the other", () => {
  const set = object("s", { spec: { replicas: 3 }, status: { currentRevision: "s-1" } });
  expect(unsettled({ owners: [set], pods: [] })).toEqual(["n/s"]);
  expect(unsettled({ owners: [set], pods: [ownedPod("s", RUNS)] })).toEqual([]);
});

test("a pod rests when it runs, or when the scheduler found no node for it", () => {
  const none = { conditions: [{ type: "PodScheduled", status: "False" }] };
  expect(unsettled({ owners: [], pods: [ownedPod("a", { phase: "Pending" })] })).toEqual(["n/a-pod"]);
  expect(unsettled({ owners: [], pods: [ownedPod("a", { phase: "Pending", ...none })] })).toEqual([]);
});

const UNBOUND = "0/73 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found";
const unplaced = (message: string) =>
  ownedPod("a", { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", message }] });

test("a pod whose claim has no volume yet is looked at again, and another that has no node is not", async () => {
  expect(awaitsClaims(unplaced(UNBOUND))).toBe(true);
  expect(awaitsClaims(unplaced("0/2 nodes are available: 2 Insufficient cpu."))).toBe(false);
  const looks = [unplaced(UNBOUND), unplaced(UNBOUND), ownedPod("a", RUNS)];
  let looked = 0;
  const list = (path: string) => Promise.resolve(path === "/api/v1/pods" ? [looks[Math.min(looked++, 2)]] : []);
  const kubelets = { look: () => Promise.resolve(0), stop: () => Promise.resolve() };
  expect(await settle({ list } as unknown as Api, kubelets)).toEqual([]);
  expect(looked).toBe(3);
});
