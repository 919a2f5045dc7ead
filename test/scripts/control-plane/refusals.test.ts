import { doubledBudgets, tightBudgets } from "../../../scripts/control-plane/budgets";
import { preemptedPods, refusedPods } from "../../../scripts/control-plane/refusals";

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

test("words that the API server adds to what it says again are no part of the reason", () => {
  const again = '(combined from similar events): Error creating: pods "exporter-y" is forbidden: exceeded quota: cpus';
  expect(refusedPods([event(again)])).toMatchObject([{ reason: "exceeded quota: cpus" }]);
});

test("a pod that gave way is told once, and no other event is one", () => {
  const message = "Preempted by pod 0a on node b";
  const gone = event(message, { reason: "Preempted", involvedObject: { kind: "Pod", name: "low", namespace: "n" } });
  expect(preemptedPods([gone, gone, event("x")])).toEqual([{ namespace: "n", pod: "low", reason: message }]);
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

test.each([
  [[{ matchLabels: { app: "a" } }, { matchExpressions: [{ key: "app", operator: "In", values: ["a", "b"] }] }], true],
  [[{ matchLabels: { app: "a" } }, {}], true],
  [[{ matchLabels: { app: "a" } }, { matchExpressions: [{ key: "tier", operator: "DoesNotExist" }] }], true],
  [[{ matchLabels: { app: "a" } }], false],
  [[{ matchLabels: { app: "a" } }, { matchLabels: { app: "b" } }], false],
  [[{ matchLabels: { app: "a" } }, { matchExpressions: [{ key: "tier", operator: "Exists" }] }], false],
  [[{ matchLabels: { app: "a" } }, { matchExpressions: [{ key: "app", operator: "NotIn", values: ["a"] }] }], false],
])("budgets %j are doubled for a pod of app a: %s", (selectors, isDoubled) => {
  const budgets = selectors.map((selector, at) => ({
    metadata: { name: `b${at}`, namespace: "n" },
    spec: { selector },
  }));
  const ownerReferences = [{ kind: "ReplicaSet", name: "r" }];
  const pods = ["n", "other"].map((namespace) => ({
    metadata: { name: "p", namespace, labels: { app: "a" }, ownerReferences },
  }));
  expect(doubledBudgets(budgets, pods)).toEqual(isDoubled ? [{ namespace: "n", owner: "ReplicaSet/r" }] : []);
});
