import { findingsOf, only } from "../../../helpers/reviewed";
import type { Change } from "../../../helpers/environment";

const queued = (kueue: Change, teams: Change = {}): Change => ({
  nodeGroups: {
    l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } },
    l4: { instanceType: "g6.12xlarge", nodes: 1, fabric: { kind: "none" } },
  },
  teams: { vision: { gpus: null }, speech: {}, ...teams },
  kueue: { nodeGroups: ["l40s"], ...kueue },
});

const both = (before: Change, after: Change) => ({ before: queued(before), after: queued(after) });

test("another way of sharing makes all queues anew", () => {
  const finding = only("stops", both({}, { sharing: { kind: "history" } }));
  expect(finding).toMatchObject({ severity: "danger", address: "sample-platform.config.kueue.sharing.kind" });
  expect(finding.text).toContain("shared by history and no longer by quota");
});

test("a group that leaves is told; one that comes disturbs nobody", () => {
  const groups = { nodeGroups: ["l40s", "l4"] };
  expect(only("stops", both(groups, {})).text).toContain("no more GPUs of l4");
  expect(findingsOf("stops", both({}, groups))).toEqual([]);
});

test("who owns fewer GPUs is told, and not who owns more", () => {
  const finding = only("stops", {
    before: queued({}),
    after: queued({}, { vision: { gpus: null, namespace: { quota: { l40s: 6 } } } }),
  });
  expect(finding).toMatchObject({
    severity: "danger",
    address: "sample-platform.config.teams.speech.namespace.quota.l40s",
  });
  expect(finding.text).toContain("speech owns 2 GPUs of l40s, and 4 before");
});

test("kinds that are not held any more start at once", () => {
  expect(only("stops", both({ jobs: ["job", "jobset"] }, { jobs: ["job"] })).text).toContain("JobSets are not held");
  expect(findingsOf("stops", both({ jobs: ["job"] }, { jobs: ["job", "jobset"] }))).toEqual([]);
});

test("queues that come disturb nobody here", () => {
  expect(findingsOf("stops", { before: { ...queued({}), kueue: null }, after: queued({}) })).toEqual([]);
});

test("who may no longer borrow waits, and who may disturbs nobody", () => {
  const closed = { sharing: { kind: "quota", borrowing: false } };
  const finding = only("stops", both({}, closed));
  expect(finding).toMatchObject({ severity: "warning", address: "sample-platform.config.kueue.sharing.borrowing" });
  expect(finding.text).toContain("wait for ever");
  expect(findingsOf("stops", both(closed, {}))).toEqual([]);
});

test("less time for pods to be ready is told, and more is not", () => {
  const finding = only("stops", both({}, { readyMinutes: 5 }));
  expect(finding).toMatchObject({ severity: "warning", address: "sample-platform.config.kueue.readyMinutes" });
  expect(finding.text).toContain("have 5 minutes to be ready, and had 30");
  expect(findingsOf("stops", both({ readyMinutes: 5 }, {}))).toEqual([]);
});
