import { ALL_CHECKS, chosenChecks } from "../../../scripts/preflight/all-checks";
import { CLUSTER_CHECKS } from "../../../scripts/preflight/cluster/registry";
import { CHECKS } from "../../../scripts/preflight/registry";

test("every check has an id of its own, a title, and permissions that are named as IAM and Kubernetes do", () => {
  const ids = ALL_CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title, actions, asks } of ALL_CHECKS) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).not.toBe("");
    for (const action of actions)
      expect(action).toMatch(
        asks === "account" ? /^[a-z0-9-]+:[A-Z]\w+$/ : /^(get|list|create) [a-z/.0-9]+( \([\w /-]+\))?$/,
      );
  }
});

test("all checks run when none is named, else those, in their own order", () => {
  expect(chosenChecks([], CHECKS)).toBe(CHECKS);
  const ids = chosenChecks(["names/cluster", "account/identity"], CHECKS).map(({ id }) => id);
  expect(ids).toEqual(["account/identity", "names/cluster"]);
});

test("fails for a check that is not there, with the nearest one", () => {
  expect(() => chosenChecks(["names/clusters"], CHECKS)).toThrow(
    "--check names/clusters: there is no such check: did you mean names/cluster? --list lists them.",
  );
  expect(() => chosenChecks(["zzzzzzzzzz"], CHECKS)).toThrow(
    "--check zzzzzzzzzz: there is no such check. --list lists them.",
  );
});

test("fails for a check that asks somebody else", () => {
  expect(() => chosenChecks(["nodes/gpus"], CHECKS)).toThrow("--check nodes/gpus asks a cluster that exists, and");
  expect(() => chosenChecks(["names/buckets"], CLUSTER_CHECKS)).toThrow("--check names/buckets asks an account of AWS");
});
