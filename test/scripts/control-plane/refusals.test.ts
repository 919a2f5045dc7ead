import { tightBudgets } from "../../../scripts/control-plane/budgets";
import { refusedPods } from "../../../scripts/control-plane/refusals";

const event = (message: string, more: object = {}) => ({
  metadata: { name: "e" },
  type: "Warning",
  reason: "FailedCreate",
  involvedObject: { kind: "DaemonSet", name: "exporter", namespace: "monitoring" },
  message,
  ...more,
});

test("pods that admission refuses are told once for each owner, in the words of the API server", () => {
  const message =
    'Error creating: pods "exporter-x" is forbidden: violates PodSecurity "restricted:latest": hostNetwork';
  expect(refusedPods([event(message), event(message)])).toEqual([
    {
      namespace: "monitoring",
      owner: "DaemonSet/exporter",
      reason: 'violates PodSecurity "restricted:latest": hostNetwork',
    },
  ]);
});

test("what comes right by itself, and other events, are no refusals", () => {
  const later =
    'Error creating: pods "x" is forbidden: error looking up service account n/x: serviceaccount "x" not found';
  expect(refusedPods([event(later), event("m", { reason: "Pulled" }), event("m", { type: "Normal" })])).toEqual([]);
});

const budget = (status: object) => ({ metadata: { name: "b", namespace: "n" }, status });

test("a budget that lets no pod go while all are well holds up every drain", () => {
  const one = { expectedPods: 1, currentHealthy: 1, disruptionsAllowed: 0 };
  expect(tightBudgets([budget(one)])).toEqual([{ namespace: "n", name: "b", pods: 1 }]);
});

test("one that lets a pod go, has none, or waits for one that is not well is none of those", () => {
  const well = { expectedPods: 2, currentHealthy: 2, disruptionsAllowed: 1 };
  const ill = { expectedPods: 2, currentHealthy: 1, disruptionsAllowed: 0 };
  const none = { expectedPods: 0, currentHealthy: 0, disruptionsAllowed: 0 };
  expect(tightBudgets([well, ill, none].map(budget))).toEqual([]);
});
