import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { STACKS } from "../../../config/names/resolve";
import { ExpectedError } from "../errors/expected-error";
import { keepingTrees } from "../git/ref-tree";
import { synthesizeRef } from "./from-ref";
import { synthesizeInto } from "./synthesize";
import { stackChanges, type StackChanges } from "../terraform/stack-changes";
import { temporaryFolder } from "../process/temporary-folder";

export interface CompareSynthsProps {
  readonly root: string;
  readonly environments: readonly SiteEnvironment[];
  /** Commit that an environment is compared with; null: nothing of it is there, so all of it is new. */
  readonly baseOf: (environment: string) => string | null;
  readonly tell: (text: string) => void;
}

/** Which stacks of each environment Terraform would read differently than as of a commit. */
export function compareSynths(props: CompareSynthsProps): Promise<Map<string, StackChanges>> {
  return keepingTrees(() => compared(props));
}

async function compared(props: CompareSynthsProps): Promise<Map<string, StackChanges>> {
  const work = temporaryFolder("compare");
  try {
    const after = join(work, "after");
    synthesizeInto(props.environments, after);
    const changes = new Map<string, StackChanges>();
    for (const env of props.environments) {
      const names: readonly string[] = STACKS.map((role) => env.names.stack(role));
      const before = await synthesizedBase(props, env.name, join(work, "before", env.name));
      changes.set(
        env.name,
        stackChanges(before, after, (stack) => names.includes(stack)),
      );
    }
    return changes;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A base that cannot be synthesized tells of no change, so that everything counts as changed. */
async function synthesizedBase(
  { root, baseOf, tell }: CompareSynthsProps,
  environment: string,
  into: string,
): Promise<string | null> {
  const ref = baseOf(environment);
  if (ref === null) return null;
  try {
    await synthesizeRef({ root, ref, environment, into });
    return existsSync(into) ? into : null;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    tell(`${environment}: all of it counts as changed. ${error.message}`);
    return null;
  }
}
