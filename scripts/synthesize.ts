import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformResource } from "cdktf";
import type { ResolvedEnvironment } from "../config/resolve";
import { leakedToken } from "../constructs/core/guards";
import { buildEnvironment } from "../stacks/environment";
import { withoutTokenTraces } from "./token-traces";

/** Synthesis found something that must never be deployed. */
export class SynthError extends Error {}

/** A synthesized stack. */
export interface StackSummary {
  readonly environment: string;
  readonly name: string;
  readonly resources: number;
}

/**
 * Builds and synthesizes environments into `outdir`, all or nothing: files are written beside and put in place when
 * every guard has passed, and stacks of an earlier run are removed.
 * @param direct write straight into `outdir`: the CDKTF CLI prepares it and looks after old stacks itself
 */
export function synthesize(
  environments: readonly ResolvedEnvironment[],
  outdir: string,
  direct: boolean,
): StackSummary[] {
  mkdirSync(outdir, { recursive: true });
  const target = direct ? outdir : mkdtempSync(join(outdir, ".synth-"));
  try {
    const stacks = withoutTokenTraces(() => build(environments, target));
    for (const { name } of stacks) refuseLeaks(target, name);
    if (!direct) putInPlace(target, outdir);
    return stacks;
  } finally {
    if (!direct) rmSync(target, { recursive: true, force: true });
  }
}

function build(environments: readonly ResolvedEnvironment[], outdir: string): StackSummary[] {
  const app = new App({ outdir });
  const stacks = environments.flatMap((env) =>
    buildEnvironment(app, env).map((stack) => ({
      environment: env.name,
      name: stack.node.id,
      resources: stack.node.findAll().filter(TerraformResource.isTerraformResource).length,
    })),
  );
  validated(() => app.synth());
  return stacks;
}

/** cdktf throws plain errors with the texts of all failed validations. */
function validated(synth: () => void): void {
  try {
    synth();
  } catch (error) {
    throw new SynthError(`Synthesis refused the stacks:\n${(error as Error).message}`);
  }
}

/** Refuses text that a token left behind. */
function refuseLeaks(folder: string, stack: string): void {
  const leak = leakedToken(readFileSync(join(folder, "stacks", stack, "cdk.tf.json"), "utf8"));
  if (leak === null) return;
  throw new SynthError(`${stack}: a Terraform reference was changed before Terraform could read it, near\n  …${leak}…`);
}

/** Other folders of `outdir`, such as rehearsals, stay. */
function putInPlace(from: string, outdir: string): void {
  for (const entry of ["stacks", "manifest.json"]) rmSync(join(outdir, entry), { recursive: true, force: true });
  for (const entry of readdirSync(from)) renameSync(join(from, entry), join(outdir, entry));
}
