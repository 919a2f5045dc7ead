import { join } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { writtenNames } from "../../lib/environments/environment-table";
import { synthesize } from "../../lib/synth/synthesize";
import { lastFirst } from "../../lib/terraform/dropped-first";
import { absentRoles } from "../../lib/terraform/dropped-stacks";

/** Stacks that the code had and has no more. */
export interface GoneStacks {
  /** Those that a pipeline removes, in the order in which they go: before all others. */
  readonly gone: readonly string[];
  /** Those that only a person may remove: of some, what they hold is all that knows of the rest. */
  readonly kept: readonly string[];
}

/** Of stacks that a change takes away: those that a pipeline removes, and those that only a person may. */
export function goneStacks(env: SiteEnvironment, removed: readonly string[]): GoneStacks {
  const droppable = lastFirst(absentRoles(env)).map((role) => env.names.stack(role));
  return {
    gone: droppable.filter((stack) => removed.includes(stack)),
    kept: removed.filter((stack) => !droppable.includes(stack)),
  };
}

/** Writes each of the stacks that config has no more without anything in it, so that its plan destroys what it made. */
export function writeGone(root: string, env: SiteEnvironment, stacks: readonly string[]): void {
  const dropped = lastFirst(absentRoles(env)).filter((role) => stacks.includes(env.names.stack(role)));
  if (dropped.length > 0) synthesize([env], join(root, "cdktf.out"), writtenNames(), dropped);
}
