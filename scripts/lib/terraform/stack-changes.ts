import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readStacks } from "./order";
import { stackFolder } from "./stack-json";

/** Stacks of one environment that two synths write differently. */
export interface StackChanges {
  /** New ones too, in the order of deployment. */
  readonly changed: readonly string[];
  /** No longer there: no workflow destroys them; `deploy` does, first and by name. */
  readonly removed: readonly string[];
}

/** What Terraform reads of a stack; the rest of its folder is Terraform's own. */
const CONFIGURATION = ["cdk.tf.json", "assets"];

/**
 * Compares what two synths wrote of an environment, file by file.
 * @param before null: there was none
 */
export function stackChanges(before: string | null, after: string, belongs: (stack: string) => boolean): StackChanges {
  const old = new Map(
    (before === null ? [] : readStacks(before, belongs)).map(({ name }) => [name, digest(before!, name)]),
  );
  const now = inDependencyOrder(readStacks(after, belongs));
  return {
    changed: now.filter((name) => old.get(name) !== digest(after, name)),
    removed: [...old.keys()].filter((name) => !now.includes(name)),
  };
}

/** Names of stacks, each after those that it depends on. */
export function inDependencyOrder(
  stacks: readonly { readonly name: string; readonly dependencies: readonly string[] }[],
): string[] {
  const placed = new Set<string>();
  const place = (name: string): void => {
    if (placed.has(name)) return;
    for (const dependency of stacks.find((one) => one.name === name)?.dependencies ?? []) place(dependency);
    placed.add(name);
  };
  for (const { name } of stacks) place(name);
  return [...placed].filter((name) => stacks.some((one) => one.name === name));
}

function digest(synthFolder: string, stack: string): string {
  const hash = createHash("sha256");
  const folder = stackFolder(synthFolder, stack);
  const take = (path: string): void => {
    const entries = readdirSync(join(folder, path), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = join(path, entry.name);
      if (path === "" && !CONFIGURATION.includes(entry.name)) continue;
      if (entry.isDirectory()) take(inside);
      else
        hash
          .update(`${inside}\0`)
          .update(readFileSync(join(folder, inside)))
          .update("\0");
    }
  };
  take("");
  return hash.digest("hex");
}
