import { intolerantDaemons } from "../../../../scripts/dev/charts/daemon-taints";

const TAINTS = [{ key: "nvidia.com/gpu", effect: "NoSchedule" }];
const SYSTEM = { "railyard.dev/role": "system" };

const daemon = (podSpec: object, kind = "DaemonSet") => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name: "d" },
  spec: { template: { spec: podSpec } },
});

const found = (podSpec: object, kind?: string) => intolerantDaemons([daemon(podSpec, kind)], TAINTS, SYSTEM);

test("finds a daemon that would stay off GPU nodes", () => {
  const text = ["DaemonSet/d: does not tolerate nvidia.com/gpu:NoSchedule"];
  expect(found({})).toEqual(text);
  expect(found({ tolerations: null })).toEqual(text);
  expect(found({ tolerations: [{ key: "other", operator: "Exists" }] })).toEqual(text);
  expect(found({ tolerations: [{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoExecute" }] })).toEqual(text);
});

test("a value is no good: somebody may change it", () => {
  expect(found({ tolerations: [{ key: "nvidia.com/gpu", operator: "Equal", value: "present" }] })).toHaveLength(1);
});

test.each([
  { operator: "Exists" },
  { key: "nvidia.com/gpu", operator: "Exists" },
  { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
])("is content with %j", (toleration) => {
  expect(found({ tolerations: [toleration] })).toEqual([]);
});

test("leaves alone what is no daemon, and daemons of other nodes", () => {
  expect(found({}, "Deployment")).toEqual([]);
  expect(found({ nodeSelector: SYSTEM })).toEqual([]);
  expect(found({ nodeSelector: { "kubernetes.io/os": "linux" } })).toHaveLength(1);
});
