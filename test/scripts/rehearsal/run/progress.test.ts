import type { PhaseResult } from "../../../../scripts/rehearsal/run/phases";
import { progressLines } from "../../../../scripts/rehearsal/run/progress";

const NONE = { create: 0, update: 0, replace: 0, delete: 0 };
const result = (more: Partial<PhaseResult>): PhaseResult => ({
  stack: "dev-network",
  phase: "apply",
  ok: true,
  seconds: 1.234,
  changes: NONE,
  drift: [],
  diagnostics: [],
  ...more,
});
const lines = progressLines(["dev-network", "dev-bootstrap"]);

describe("progressLines", () => {
  test("are aligned, one for each stack and phase", () => {
    const all = [
      result({ phase: "init" }),
      result({ stack: "dev-bootstrap", phase: "plan", changes: { ...NONE, create: 34, delete: 2 } }),
      result({ phase: "apply", changes: { create: 1, update: 2, replace: 3, delete: 4 }, seconds: 61.07 }),
      result({ phase: "second plan" }),
      result({ phase: "destroy", changes: { ...NONE, delete: 34 }, seconds: 0.04 }),
    ].flatMap(lines);
    expect(`\n${all.join("\n")}\n`).toBe(`
dev-network    init                                       1.2 s
dev-bootstrap  plan         34 to create, 2 to delete     1.2 s
dev-network    apply        1 created, 2 updated, 3 replaced, 4 deleted  61.1 s
dev-network    second plan  empty                         1.2 s
dev-network    destroy      34 deleted                    0.0 s
`);
  });

  test.each([
    ["plan", "no changes"],
    ["apply", "no changes"],
    ["destroy", "nothing there"],
  ] as const)("say that %s had nothing to do", (phase, text) => {
    expect(lines(result({ phase }))[0]).toContain(` ${text} `);
  });

  test("count what drifted in the plan that shows it", () => {
    expect(lines(result({ phase: "plan", drift: ["a.x"], changes: { ...NONE, update: 1 } }))[0]).toContain(
      "1 to update, 1 drifted",
    );
  });

  test("say what is wrong below, with address and place", () => {
    const diagnostics = [
      { severity: "error", summary: "Bad", detail: "one\ntwo", address: "a.x", file: "cdk.tf.json:4" },
      { severity: "warning", summary: "Odd", detail: "" },
    ] as const;
    expect(lines(result({ ok: false, changes: { ...NONE, create: 1 }, diagnostics })).slice(1)).toEqual([
      "  error    a.x (cdk.tf.json:4): Bad",
      "           one",
      "           two",
      "  warning  Odd",
    ]);
    expect(lines(result({ ok: false, changes: { ...NONE, create: 1 }, diagnostics }))[0]).toMatch(
      /apply {8}FAILED {2,}1\.2 s$/,
    );
  });
});
