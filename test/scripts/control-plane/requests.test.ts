import type { ApiObject } from "../../../scripts/control-plane/api";
import { nodeRequests, requestOf } from "../../../scripts/control-plane/requests";

const asks = (cpu: string, more: object = {}) => ({ resources: { requests: { cpu } }, ...more });

test("what comes before the containers counts where it is more, beside sidecars that have begun", () => {
  const spec = {
    containers: [asks("500m"), asks("1")],
    initContainers: [asks("100m", { restartPolicy: "Always" }), asks("3")],
  };
  expect(requestOf({ spec }, "cpu")).toBeCloseTo(3.1);
  expect(requestOf({ spec: { ...spec, initContainers: [asks("1")] } }, "cpu")).toBeCloseTo(1.5);
});

test("overhead counts, and what nobody asks for is nothing", () => {
  expect(requestOf({ spec: { containers: [{}], overhead: { cpu: "250m" } } }, "cpu")).toBeCloseTo(0.25);
  expect(requestOf({ spec: { containers: [{}] } }, "memory")).toBe(0);
});

test("a node has what its own pods ask for, but for those that ended", () => {
  const node = { metadata: { name: "a" }, status: { allocatable: { cpu: "4", memory: "8Gi" } } };
  const pod = (nodeName: string, phase = "Running"): ApiObject => ({
    metadata: { name: "p" },
    spec: { nodeName, containers: [{ resources: { requests: { cpu: "1500m", memory: "1Gi" } } }] },
    status: { phase },
  });
  expect(nodeRequests([node], [pod("a"), pod("b"), pod("a", "Succeeded")])).toEqual([
    { node: "a", pods: 1, cpuMillis: 1500, cpuMillisThere: 4000, memoryMiB: 1024, memoryMiBThere: 8192 },
  ]);
});
