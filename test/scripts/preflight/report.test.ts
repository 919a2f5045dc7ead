import type { Verdict } from "../../../scripts/preflight/check";
import { exitCode, preflightReport } from "../../../scripts/preflight/report";

const report = (...verdicts: Verdict[]) =>
  preflightReport({
    environment: "sample",
    account: "111122223333",
    region: "us-east-1",
    caller: "arn:aws:iam::111122223333:user/ann",
    checks: [
      { id: "a/one", title: "one", results: verdicts.map((verdict) => ({ verdict, subject: "it", text: "is so" })) },
      { id: "a/none", title: "none", results: [] },
    ],
    askedAt: "2026-11-21T12:00:00.000Z",
    replayed: false,
  });

test("results are counted, and it is said whom and when they are of", () => {
  const { counts, ...rest } = report("ok", "failed", "ok", "warning", "unknown");
  expect(counts).toEqual({ failed: 1, unknown: 1, warning: 1, ok: 2 });
  expect(rest).toMatchObject({
    environment: "sample",
    account: "111122223333",
    region: "us-east-1",
    caller: "arn:aws:iam::111122223333:user/ann",
    askedAt: "2026-11-21T12:00:00.000Z",
    replayed: false,
  });
});

test.each([
  [["ok"], 0, 0],
  [[], 0, 0],
  [["ok", "warning"], 0, 2],
  [["unknown"], 0, 2],
  [["failed", "ok"], 2, 2],
] as const)("%j exits with %d, and strictly with %d", (verdicts, usual, strict) => {
  expect(exitCode(report(...verdicts), false)).toBe(usual);
  expect(exitCode(report(...verdicts), true)).toBe(strict);
});
