import { CHECKS, chosenChecks } from "../../../scripts/preflight/registry";

test("every check has an id of its own, a title, and permissions that are named as IAM does", () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title, actions } of CHECKS) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).not.toBe("");
    for (const action of actions) expect(action).toMatch(/^[a-z0-9-]+:[A-Z]\w+$/);
  }
});

test("all checks run when none is named, else those, in their own order", () => {
  expect(chosenChecks([])).toBe(CHECKS);
  const ids = chosenChecks(["names/cluster", "account/identity"]).map(({ id }) => id);
  expect(ids).toEqual(["account/identity", "names/cluster"]);
});

test("fails for a check that is not there, with the nearest one", () => {
  expect(() => chosenChecks(["names/clusters"])).toThrow(
    "--check names/clusters: there is no such check: did you mean names/cluster? --list lists them.",
  );
  expect(() => chosenChecks(["zzzzzzzzzz"])).toThrow("--check zzzzzzzzzz: there is no such check. --list lists them.");
});
