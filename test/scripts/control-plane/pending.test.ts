import type { ApiObject } from "../../../scripts/control-plane/api";
import { ownerOf, pendingPods, pendingReasons, unschedulable } from "../../../scripts/control-plane/pending";

const MESSAGE =
  "0/21 nodes are available: 1 Insufficient memory, 2 node(s) didn't match Pod's node affinity/selector, 16 node(s) had untolerated taint {nvidia.com/gpu: present}, 2 Insufficient vpc.amazonaws.com/efa. preemption: 0/21 nodes are available: 21 Preemption is not helpful for scheduling.";

test("every reason of the scheduler is in words, with the nodes that it holds for", () => {
  expect(pendingReasons(MESSAGE)).toEqual([
    { nodes: 1, text: "no memory left" },
    { nodes: 2, text: "other labels than they select" },
    { nodes: 16, text: "a taint that they do not tolerate {nvidia.com/gpu: present}" },
    { nodes: 2, text: "too few devices vpc.amazonaws.com/efa" },
  ]);
});

test.each([
  ["0/2 nodes are available: 2 node(s) had untolerated taint(s). no new claims", "a taint that they do not tolerate"],
  ["0/2 nodes are available: 2 cannot allocate all claims.", "no devices that fit their claims"],
  ["0/2 nodes are available: 2 something new.", "something new"],
])("%s", (message, text) => {
  expect(pendingReasons(message)).toEqual([{ nodes: 2, text }]);
});

test("words that are of no nodes stay as they are", () => {
  const text = 'persistentvolumeclaim "data" not found';
  expect(pendingReasons(text)).toEqual([{ nodes: null, text }]);
});

const pod = (name: string, spec: object, conditions: readonly object[], owner?: object): ApiObject => ({
  metadata: {
    name,
    namespace: "n",
    labels: { "pod-template-hash": "abc" },
    ...(owner && { ownerReferences: [owner as never] }),
  },
  spec,
  status: { conditions },
});
const NO_NODE = [{ type: "PodScheduled", status: "False", message: MESSAGE }];

test("pods are counted by whoever made them", () => {
  const set = { kind: "ReplicaSet", name: "grafana-abc" };
  const found = pendingPods([pod("a", {}, NO_NODE, set), pod("b", {}, NO_NODE, set), pod("c", {}, NO_NODE)]);
  expect(found.map(({ owner, pods }) => [owner, pods])).toEqual([
    ["Deployment/grafana", 2],
    ["Pod/c", 1],
  ]);
});

test("a pod with a node, or at which nobody has looked yet, does not wait for one", () => {
  expect(unschedulable(pod("a", { nodeName: "x" }, NO_NODE))).toBeNull();
  expect(unschedulable(pod("a", {}, []))).toBeNull();
});

test("a ReplicaSet that no Deployment made is named itself", () => {
  expect(ownerOf(pod("a", {}, [], { kind: "ReplicaSet", name: "own" }))).toBe("ReplicaSet/own");
});
