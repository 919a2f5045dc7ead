import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goneStacks, writeGone } from "../../../../scripts/dev/ci/gone-stacks";
import { synthesize } from "../../../../scripts/lib/synth/synthesize";
import { stacksOf } from "../../../../scripts/lib/terraform/environment-plans";
import { readStack } from "../../../../scripts/lib/terraform/stack-json";
import { sample } from "../../../helpers/environment";

const WITHOUT = { slurm: null, teams: null };

test("stacks that config has dropped go, the last one first; others are for a person", () => {
  const { env } = sample(WITHOUT);
  expect(goneStacks(env, ["sample-slurm", "sample-bootstrap", "sample-governance"])).toEqual({
    gone: ["sample-slurm", "sample-governance"],
    kept: ["sample-bootstrap"],
  });
  expect(goneStacks(sample().env, ["sample-slurm"])).toEqual({ gone: [], kept: ["sample-slurm"] });
  expect(goneStacks(env, [])).toEqual({ gone: [], kept: [] });
});

test("a dropped stack that is named is written empty, and planned before all others", () => {
  const root = mkdtempSync(join(tmpdir(), "railyard-gone-"));
  try {
    const { env: environment } = sample(WITHOUT);
    const synthFolder = join(root, "cdktf.out");
    synthesize([environment], synthFolder, ["sample"]);
    const stacks = ["sample-slurm", "sample-nodes"];
    expect(() => stacksOf({ synthFolder, environment, stacks })).toThrow("sample has no stack sample-slurm");

    writeGone(root, environment, ["sample-nodes"]);
    expect(() => stacksOf({ synthFolder, environment, stacks })).toThrow("sample has no stack sample-slurm");

    writeGone(root, environment, stacks);
    expect(stacksOf({ synthFolder, environment, stacks })).toEqual(stacks);
    // the guard of data alone, which holds none
    expect(Object.keys(readStack(synthFolder, "sample-slurm").resource ?? {})).toEqual(["terraform_data"]);
    expect(readStack(synthFolder, "sample-slurm").terraform?.backend).toBeDefined();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
