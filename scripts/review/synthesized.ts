import { rmSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import { synthesizeRef } from "../lib/synth/from-ref";
import { readStacks } from "../lib/terraform/order";
import { readStack } from "../lib/terraform/stack-json";
import { synthesizeInto } from "../lib/synth/synthesize";
import type { Synthesized, SynthesizedStack } from "./model";
import { temporaryFolder } from "../lib/process/temporary-folder";

/** Stacks in a folder that synth wrote. */
export function stacksIn(folder: string): Map<string, SynthesizedStack> {
  return new Map(readStacks(folder).map(({ name }) => [name, readStack(folder, name) as SynthesizedStack]));
}

export interface SynthesizeBothProps {
  readonly root: string;
  readonly environment: SiteEnvironment;
  /** Commit that is there before; null: the environment is new. */
  readonly from: string | null;
  readonly signal: AbortSignal;
}

/** Stacks of an environment now, and as of a commit. @throws ExpectedError when that commit cannot be synthesized */
export async function synthesizeBoth({ root, environment, from, signal }: SynthesizeBothProps): Promise<Synthesized> {
  const work = temporaryFolder("synthesized");
  try {
    const [before, after] = [join(work, "before"), join(work, "after")];
    synthesizeInto([environment], after);
    if (from !== null) await synthesizeRef({ root, ref: from, environment: environment.name, into: before, signal });
    return { before: from === null ? null : stacksIn(before), after: stacksIn(after) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
