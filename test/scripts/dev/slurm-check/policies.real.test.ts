import { generatedFiles } from "../../../../constructs/slurm/generated-files";
import { promises } from "../../../../scripts/dev/slurm-check/promises";
import { runHarness, slurmVersion, type CheckResult } from "../../../../scripts/dev/slurm-check/run-harness";
import { slurmLayout } from "../../../../stacks/slurm-layout";
import { sample } from "../../../helpers/environment";
import { POLICIES } from "../../../helpers/slurm-policies";

const ROOT = process.env.RAILYARD_SLURM_ROOT ?? "/";

test("real Slurm does what config says of teams and QOS", async () => {
  const { env } = sample(POLICIES);
  const layout = slurmLayout(env, env.slurm!);
  const files = { ...generatedFiles(layout, env.names.cluster), promises: promises(layout) };
  const results: CheckResult[] = [];
  await runHarness({
    root: ROOT,
    version: slurmVersion(ROOT),
    files,
    timeoutSeconds: 1500,
    lostNode: false,
    only: "promises",
    onResult: (result) => results.push(result),
  });
  expect(results.filter(({ kind }) => kind === "FAIL")).toEqual([]);
  const held = results.filter(({ kind, text }) => kind === "PASS" && text.startsWith("promise: "));
  // some are looked at twice or thrice, and none is left out
  expect(held.length).toBeGreaterThanOrEqual(files.promises.trimEnd().split("\n").length);
}, 1_600_000);
