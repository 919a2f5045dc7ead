import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { App, TerraformResource } from "cdktf";
import { brokenIssue } from "../../../config/kernel/broken";
import { ConfigError } from "../../../config/kernel/issues";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { leakedToken } from "../../../constructs/core/guards";
import type { BaseStack } from "../../../stacks/base-stack";
import type { DroppableRole } from "../../../stacks/dropped-stack";
import { buildEnvironment } from "../../../stacks/environment";
import { ExpectedError } from "../errors/expected-error";
import { folderProblem } from "../files/file-problem";
import { makeWorkFolder, putInPlace } from "../files/put-in-place";
import { assertUnlocked } from "./environment-lock";
import { withPlainValues } from "./plain-values";
import { withoutTokenTraces } from "./token-traces";

/** Synthesis found something that must never be deployed, or could not write. */
export class SynthError extends ExpectedError {}

/** A synthesized stack. */
export interface StackSummary {
  readonly environment: string;
  readonly name: string;
  readonly resources: number;
}

export interface Synthesized {
  readonly stacks: readonly StackSummary[];
  /** Names of stacks of an earlier run that are gone. */
  readonly removed: readonly string[];
}

/**
 * Builds and synthesizes environments into `outdir`, all or nothing: files are written beside, and put in place when
 * every guard has passed. Stacks of an earlier run stay when they are of another environment of `known`.
 * @param known names of all environments
 * @param dropped stacks that config has no more and that are still there: each is written empty
 */
export function synthesize(
  environments: readonly SiteEnvironment[],
  outdir: string,
  known: readonly string[],
  dropped: readonly DroppableRole[] = [],
): Synthesized {
  const asked = environments.map(({ name }) => name);
  const keep = (stack: string) => {
    const owner = ownerOf(stack, known);
    return owner !== undefined && !asked.includes(owner);
  };
  assertUnlocked(outdir, asked);
  let placing = false;
  try {
    mkdirSync(outdir, { recursive: true });
    const work = makeWorkFolder(outdir);
    try {
      const stacks = synthesizeInto(environments, work, dropped);
      placing = true;
      return { stacks, removed: putInPlace(work, outdir, keep) };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const text = error instanceof SynthError ? error.message : folderProblem(error, outdir);
    if (text === null) throw error;
    const left = placing ? "Some stacks may be written: mend it, and run again." : "Nothing was written.";
    throw new SynthError(`${text}\n\n${left}`);
  }
}

/** Builds and synthesizes environments straight into a folder, whose old stacks somebody else looks after. */
export function synthesizeInto(
  environments: readonly SiteEnvironment[],
  folder: string,
  dropped: readonly DroppableRole[] = [],
): StackSummary[] {
  const stacks = withoutTokenTraces(() => withPlainValues(() => build(environments, folder, dropped)));
  for (const { name } of stacks) refuseLeaks(folder, name);
  return stacks;
}

/** Stacks are called `<environment>-<stack>`; of two environments that fit, `a` and `a-b`, the longer name is meant. */
function ownerOf(stack: string, known: readonly string[]): string | undefined {
  return known.filter((name) => stack.startsWith(`${name}-`)).sort((a, b) => b.length - a.length)[0];
}

function build(
  environments: readonly SiteEnvironment[],
  outdir: string,
  dropped: readonly DroppableRole[],
): StackSummary[] {
  // cdktf makes far more garbage than it keeps: growing slowly costs no time and saves a fifth of the peak memory
  setFlagsFromString("--heap-growing-percent=10");
  try {
    return builtIn(environments, outdir, dropped);
  } finally {
    // as it was: whatever comes after keeps what it makes
    setFlagsFromString("--heap-growing-percent=0");
  }
}

function builtIn(
  environments: readonly SiteEnvironment[],
  outdir: string,
  dropped: readonly DroppableRole[],
): StackSummary[] {
  const app = new App({ outdir });
  const stacks = environments.flatMap((env) =>
    built(app, env, dropped).map((stack) => ({
      environment: env.name,
      name: stack.node.id,
      resources: stack.node.findAll().filter(TerraformResource.isTerraformResource).length,
    })),
  );
  validated(() => app.synth());
  return stacks;
}

/** @throws ConfigError that says which construct of which environment could not be made, and why */
function built(app: App, env: SiteEnvironment, dropped: readonly DroppableRole[]): BaseStack[] {
  try {
    return buildEnvironment(app, env, dropped);
  } catch (error) {
    // a full disk is no fault of config
    if (typeof (error as NodeJS.ErrnoException).syscall === "string") throw error;
    const issue = brokenIssue(error, env.written, lastConstruct(app));
    throw new ConfigError([{ environment: env.name, issues: [issue] }]);
  }
}

/** Path of the construct that was begun last: the one whose constructor threw. */
function lastConstruct(app: App): string {
  let node = app.node;
  for (let last = node.children.at(-1); last; last = node.children.at(-1)) node = last.node;
  return node.path;
}

/** cdktf throws plain errors with the texts of all failed validations. */
function validated(synth: () => void): void {
  try {
    synth();
  } catch (error) {
    // a full disk is no refusal
    if (typeof (error as NodeJS.ErrnoException).syscall === "string") throw error;
    throw new SynthError(`Synthesis refused the stacks:\n${(error as Error).message}`);
  }
}

/** Refuses text that a token left behind. */
function refuseLeaks(folder: string, stack: string): void {
  const leak = leakedToken(readFileSync(join(folder, "stacks", stack, "cdk.tf.json"), "utf8"));
  if (leak === null) return;
  throw new SynthError(`${stack}: a Terraform reference was changed before Terraform could read it, near\n  …${leak}…`);
}
