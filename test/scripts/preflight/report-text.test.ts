import type { CheckResult } from "../../../scripts/preflight/check";
import type { PreflightReport } from "../../../scripts/preflight/report";
import { reportText } from "../../../scripts/preflight/report-text";

const text = (results: readonly CheckResult[], more: Partial<PreflightReport> = {}) =>
  reportText({
    environment: "dev",
    account: "111122223333",
    region: "us-east-1",
    caller: "arn:aws:iam::111122223333:user/ann",
    askedAt: "2026-11-21T12:00:00.000Z",
    replayed: false,
    counts: { failed: 1, unknown: 0, warning: 1, ok: 3 },
    checks: [
      { id: "names/roles", title: "names", results },
      { id: "names/none", title: "none", results: [] },
    ],
    ...more,
  });

const RESULTS: readonly CheckResult[] = [
  { verdict: "ok", subject: "dev-a", text: "is free", source: "https://example.com/ok" },
  { verdict: "warning", subject: "dev-b", text: "is odd" },
  { verdict: "ok", subject: "dev-c", text: "is free" },
  { verdict: "failed", subject: "dev-d", text: "is taken", fix: "Remove it.", source: "https://example.com/taken" },
  { verdict: "ok", subject: "dev-e", text: "is ours" },
];

test("the worst comes first, with what to do and the source", () =>
  expect(text(RESULTS)).toBe(`dev  ·  account 111122223333  ·  us-east-1
══════════════════════════════════════════
Asked 2026-11-21T12:00:00.000Z as arn:aws:iam::111122223333:user/ann

Failed: a deployment would fail or wait
  names/roles  dev-d: is taken
      fix: Remove it.
      see https://example.com/taken

Warnings: it will run, but not as it should
  names/roles  dev-b: is odd

Ok
  names/roles  is free: dev-a, dev-c
  names/roles  dev-e: is ours

Nothing in this config for: names/none
1 failed, 0 unknown, 1 warning, 3 ok`));

test("a recording is told as such, with its moment", () =>
  expect(text([], { replayed: true }).split("\n")[2]).toBe(
    "Recorded 2026-11-21T12:00:00.000Z as arn:aws:iam::111122223333:user/ann: AWS itself was not asked now.",
  ));

test("verdicts that nothing has are left out, and checks too that all have results", () => {
  const checks = [{ id: "a/b", title: "", results: [RESULTS[0]!] }];
  const report = text([], { checks, counts: { failed: 0, unknown: 2, warning: 2, ok: 1 } });
  expect(report).not.toMatch(/Failed|Warnings|Unknown:|Nothing in this config/);
  expect(report).toMatch(/\n\n0 failed, 2 unknown, 2 warnings, 1 ok$/);
});
