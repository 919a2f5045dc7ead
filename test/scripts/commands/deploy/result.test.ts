import type { DeployedStack } from "../../../../scripts/commands/deploy/deploy";
import { resultText } from "../../../../scripts/commands/deploy/result";

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };
const stack = (name: string, outcome: DeployedStack["outcome"], more: Partial<DeployedStack> = {}): DeployedStack => ({
  stack: name,
  outcome,
  changes: NONE,
  losses: [],
  dangers: [],
  seconds: 61.2,
  ...more,
});

test("each stack has a row; what was applied is told as done", () => {
  const lines = resultText([
    stack("dev-network", "applied", { changes: { ...NONE, create: 3 } }),
    stack("dev-nodes", "unchanged", { seconds: 4 }),
  ]);
  expect(lines).toEqual([
    "stack                    changes    time",
    "dev-network  applied     3 created  1:01",
    "dev-nodes    no changes             0:04",
  ]);
});

test("what went wrong is below, with what was applied before", () => {
  const text = resultText([
    stack("dev-network", "applied"),
    stack("dev-cluster", "failed", { problem: "terraform apply failed:\nError: x\nMend it" }),
    stack("dev-nodes", "not-run"),
  ]).join("\n");
  expect(text).toMatch(/^dev-nodes +not run$/m);
  expect(text).toContain("dev-cluster: terraform apply failed:\nError: x\nMend it");
  expect(text).toMatch(/Applied: dev-network\. The rest is as it was\.$/);
});

test("an apply that failed half-way is not told as nothing", () => {
  const failed = stack("dev-network", "failed", { problem: "terraform apply failed", begun: true });
  expect(resultText([failed]).slice(-2)).toEqual([
    "dev-network is half done: what was made by then is in its state, and the next run goes on from there.",
    "The rest is as it was.",
  ]);
  expect(resultText([stack("dev-bootstrap", "applied"), failed]).at(-1)).toBe(
    "Applied: dev-bootstrap. The rest is as it was.",
  );
});

test("of an apply that was killed nobody says that all of it is in the state", () => {
  const killed = stack("dev-network", "failed", { problem: "terraform apply was killed", begun: true, killed: true });
  expect(resultText([killed]).at(-2)).toMatch(/^dev-network is half done: .*may be in no state\..*railyard orphans/);
});

test("a plan is told as planned, and a stop before the first apply as nothing", () => {
  expect(resultText([stack("a", "planned", { changes: { ...NONE, delete: 2 } })])[1]).toContain("2 to delete");
  expect(resultText([stack("a", "refused", { problem: "p" })]).at(-1)).toBe("Nothing was applied.");
});

test("plans of a dry run are told to be of what is there now, where one stands on another", () => {
  const note = /Each plan is made with what is there now/;
  const text = (...all: DeployedStack["outcome"][]) => resultText(all.map((one, i) => stack(`s${i}`, one))).join("\n");
  expect(text("planned", "planned")).toMatch(note);
  expect(text("planned", "unchanged")).toMatch(note);
  expect(text("unchanged", "planned")).not.toMatch(note);
  expect(text("planned", "waits")).not.toMatch(note);
  expect(text("applied", "unchanged")).not.toMatch(note);
});
