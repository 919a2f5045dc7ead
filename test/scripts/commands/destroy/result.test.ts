import type { DestroyedStack, DestroyOutcome } from "../../../../scripts/commands/destroy/destroy";
import { resultLines } from "../../../../scripts/commands/destroy/result";

const stack = (name: string, outcome: DestroyOutcome, more: Partial<DestroyedStack> = {}): DestroyedStack => ({
  stack: name,
  outcome,
  changes: { create: 0, update: 0, replace: 0, delete: outcome === "destroyed" ? 3 : 0 },
  kept: [],
  ...more,
});

test("each stack has a row, and what stays is named with its price tag", () => {
  expect(
    resultLines([
      stack("dev-slurm", "empty"),
      stack("dev-storage", "destroyed", { kept: ["aws_s3_bucket.checkpoints"] }),
    ]),
  ).toEqual([
    "stack                       resources",
    "dev-slurm    nothing there",
    "dev-storage  destroyed      3 deleted",
    "Kept, and paid for:",
    "  dev-storage.aws_s3_bucket.checkpoints",
  ]);
});

test("what went wrong is below, and what was not reached is said", () => {
  const lines = resultLines([
    stack("dev-nodes", "destroyed"),
    stack("dev-cluster", "failed", { problem: "dev-cluster: terraform apply failed:\nError: x" }),
    stack("dev-network", "not-run"),
  ]);
  expect(lines.slice(1).map((line) => line.trimEnd())).toEqual([
    "dev-nodes    destroyed  3 deleted",
    "dev-cluster  FAILED",
    "dev-network  not run",
    "",
    "dev-cluster: terraform apply failed:\nError: x",
  ]);
});
