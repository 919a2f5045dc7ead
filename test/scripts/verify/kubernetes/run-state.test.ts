import type { ClusterObject } from "../../../../scripts/lib/kubernetes/cluster-api";
import { inOrder, runState } from "../../../../scripts/verify/kubernetes/run-state";

const job = (status: object = {}, spec: object = {}): ClusterObject =>
  ({ metadata: { name: "run" }, spec, status }) as ClusterObject;
const pod = (index: number, status: object): ClusterObject =>
  ({
    metadata: { name: `run-${index}`, labels: { "batch.kubernetes.io/job-completion-index": String(index) } },
    spec: { nodeName: `node-${index}` },
    status,
  }) as ClusterObject;
const ended = (code: number, reason: string) => ({
  phase: "Failed",
  containerStatuses: [{ name: "check", state: { terminated: { exitCode: code, reason } } }],
});
const waiting = (reason: string, message = "") => ({
  phase: "Pending",
  containerStatuses: [{ name: "check", state: { waiting: { reason, message } } }],
});
const [RUNNING, GOOD] = [{ phase: "Running" }, { phase: "Succeeded" }];
const unplaced = (message: string) => ({
  phase: "Pending",
  conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }],
});

test.each<[string, Partial<Parameters<typeof runState>[0]>, object]>([
  ["all pods run", { pods: [pod(0, RUNNING), pod(1, RUNNING)] }, { kind: "running" }],
  ["one has ended already", { pods: [pod(0, GOOD), pod(1, RUNNING)] }, { kind: "running" }],
  ["all have ended", { pods: [pod(0, GOOD), pod(1, GOOD)] }, { kind: "ended" }],
  ["the first one ends it", { pods: [pod(0, GOOD), pod(1, RUNNING)], firstEnds: true }, { kind: "ended" }],
  [
    "what sshd ends with is of no matter then",
    { pods: [pod(1, ended(255, "Error")), pod(0, GOOD)], firstEnds: true },
    { kind: "ended" },
  ],
  ["another one has not", { pods: [pod(0, RUNNING), pod(1, GOOD)], firstEnds: true }, { kind: "running" }],
  ["one is missing", { pods: [pod(0, RUNNING)] }, { kind: "waiting", why: "it got no pods" }],
  ["its Job is gone", { job: undefined }, { kind: "broken", why: "somebody removed its Job" }],
  ["a queue holds it", { job: job({}, { suspend: true }) }, { kind: "waiting", why: "its queue has not admitted it" }],
  [
    "no node has room",
    { pods: [pod(0, unplaced("0/6 nodes are available:\n Insufficient nvidia.com/gpu")), pod(1, RUNNING)] },
    {
      kind: "waiting",
      why: "a pod of it has no node: Unschedulable: 0/6 nodes are available: Insufficient nvidia.com/gpu",
    },
  ],
  [
    "an image is pulled",
    { pods: [pod(0, waiting("ContainerCreating"))] },
    { kind: "waiting", why: "its pod on node-0 has not started (ContainerCreating)" },
  ],
  [
    "a pull is tried again",
    { pods: [pod(0, waiting("ErrImagePull", "no route"))] },
    { kind: "waiting", why: "its pod on node-0 has not started (ErrImagePull: no route)" },
  ],
  [
    "the image is not there",
    { pods: [pod(0, RUNNING), pod(1, waiting("ImagePullBackOff", "not found"))] },
    { kind: "refused", why: "its pod on node-1 cannot start: ImagePullBackOff: not found" },
  ],
  [
    "it had too little memory",
    { pods: [pod(0, ended(137, "OOMKilled"))] },
    { kind: "broken", why: "its pod on node-0 had not enough memory" },
  ],
  [
    "its program failed",
    { pods: [pod(0, RUNNING), pod(1, ended(1, "Error"))] },
    { kind: "broken", why: "its pod on node-1 ended with 1" },
  ],
  [
    "somebody took its place",
    { pods: [pod(0, { phase: "Failed", reason: "Evicted", message: "The node was low on resource" })] },
    { kind: "broken", why: "its pod on node-0 was ended: Evicted: The node was low on resource" },
  ],
  [
    "Kubernetes has ended it",
    { job: job({ conditions: [{ type: "Failed", status: "True", reason: "DeadlineExceeded" }] }) },
    { kind: "broken", why: "it took longer than its time limit" },
  ],
])("%s", (_, given, state) => {
  expect(runState({ job: job(), pods: [], count: 2, firstEnds: false, ...given })).toEqual(state);
});

test("pods are in the order of their tasks, and not of their names", () => {
  const pods = [10, 9, 0, 2].map((index) => pod(index, RUNNING));
  expect(inOrder(pods).map(({ metadata }) => metadata.name)).toEqual(["run-0", "run-2", "run-9", "run-10"]);
});
