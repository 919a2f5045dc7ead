import type { ApiObject } from "../../../scripts/control-plane/api";
import { NEVER_READY, podStatus } from "../../../scripts/control-plane/pod-status";

const NOW = "2026-11-21T12:00:00Z";
const pod = (more: Partial<ApiObject["metadata"]> = {}, status: object = { phase: "Pending" }): ApiObject => ({
  metadata: { name: "p", ...more },
  spec: {
    containers: [{ name: "main" }],
    initContainers: [{ name: "first" }, { name: "sidecar", restartPolicy: "Always" }],
    readinessGates: [{ conditionType: "example.com/lb" }],
  },
  status,
});

test("a pod with a node becomes ready, with what it waits for besides", () => {
  expect(podStatus(pod(), NOW)).toMatchObject({
    phase: "Running",
    conditions: expect.arrayContaining([
      expect.objectContaining({ type: "Ready", status: "True" }),
      expect.objectContaining({ type: "example.com/lb", status: "True" }),
    ]),
    containerStatuses: [{ name: "main", ready: true, state: { running: {} } }],
    initContainerStatuses: [
      { name: "first", state: { terminated: { exitCode: 0 } } },
      { name: "sidecar", state: { running: {} } },
    ],
  });
});

test("a pod that is to come no further stays as it is", () => {
  expect(podStatus(pod({ annotations: { [NEVER_READY]: "true" } }), NOW)).toBeNull();
});

test("the pod of a Job succeeds", () => {
  const owned = { ownerReferences: [{ kind: "Job", name: "j" }] };
  expect(podStatus(pod(owned), NOW)).toMatchObject({ phase: "Succeeded", containerStatuses: [{ ready: false }] });
});

test("what is ready, or has ended, stays as it is", () => {
  const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  expect(podStatus(pod({}, ready), NOW)).toBeNull();
  expect(podStatus(pod({}, { phase: "Succeeded" }), NOW)).toBeNull();
});
