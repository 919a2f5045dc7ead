import { availableParallelism } from "node:os";
import { join } from "node:path";
import { didYouMean } from "../../../config/kernel/nearest";
import { ExpectedError } from "../errors/expected-error";
import { readJson } from "../files/read-json";

/** A stack, and those that must be there before it. */
export interface StackNode {
  readonly name: string;
  readonly dependencies: readonly string[];
}

/** What became of a stack. */
export type Outcome<T> =
  | { readonly kind: "ran"; readonly value: T }
  /** @param because the stack that failed */
  | { readonly kind: "not-run"; readonly because: string };

export interface InOrderProps {
  /** Stacks at the same time. @default number of CPUs, at most 4 */
  readonly limit?: number;
  /** A stack before what it depends on, as for destroying. @default false */
  readonly reverse?: boolean;
}

/** What is read of what cdktf notes of its stacks. */
interface Manifest {
  readonly stacks?: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/** Reads which stacks synth wrote. @param belongs which of them are meant. @default all */
export function readStacks(synthFolder: string, belongs: (stack: string) => boolean = () => true): StackNode[] {
  const file = join(synthFolder, "manifest.json");
  const { stacks = {} } = readJson(file, { fix: "Run npx railyard synth first." }) as Manifest;
  return Object.entries(stacks)
    .filter(([name]) => belongs(name))
    .map(([name, { dependencies = [] }]) => ({ name, dependencies }));
}

/** Stacks with everything that they depend on, in the order of `all`. @throws ExpectedError when there is no such stack */
export function withDependencies(all: readonly StackNode[], names: readonly string[]): StackNode[] {
  const wanted = new Set<string>();
  const add = (name: string) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    const known = all.map((node) => node.name);
    const node = all.find((one) => one.name === name);
    if (!node) {
      const hint = didYouMean(name, known) ?? "";
      throw new ExpectedError(`There is no stack "${name}". ${hint}\nThere are: ${known.join(", ")}`);
    }
    node.dependencies.forEach(add);
  };
  names.forEach(add);
  return all.filter(({ name }) => wanted.has(name));
}

/**
 * Runs each stack as soon as those before it are done. After one that was not ok none is started any more, but those
 * that run go on to their end.
 * @throws what `run` threw first, when all that ran have ended
 */
export async function inOrder<T extends { readonly ok: boolean }>(
  stacks: readonly StackNode[],
  { limit = Math.min(4, availableParallelism()), reverse = false }: InOrderProps,
  run: (stack: string) => Promise<T>,
): Promise<Map<string, Outcome<T>>> {
  const before = edges(stacks, reverse);
  const queue = [...ranked(before)];
  const ran = new Map<string, T>();
  const running = new Map<string, Promise<void>>();
  const errors: unknown[] = [];
  let failed: string | undefined;

  const start = (stack: string) => {
    const done = run(stack).then(
      (value) => {
        ran.set(stack, value);
        if (!value.ok) failed ??= stack;
      },
      (error: unknown) => {
        errors.push(error);
        failed ??= stack;
      },
    );
    running.set(
      stack,
      done.finally(() => running.delete(stack)),
    );
  };
  const isReady = (stack: string) => (before.get(stack) ?? []).every((name) => ran.has(name));

  for (;;) {
    while (failed === undefined && running.size < Math.max(1, limit)) {
      const next = queue.findIndex(isReady);
      if (next < 0) break;
      start(queue.splice(next, 1)[0] as string);
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (errors.length) throw errors[0];
  const outcome = (name: string): Outcome<T> => {
    const value = ran.get(name);
    return value ? { kind: "ran", value } : { kind: "not-run", because: failed ?? "" };
  };
  return new Map(stacks.map(({ name }) => [name, outcome(name)]));
}

/** Names of those that come before, by name. */
function edges(stacks: readonly StackNode[], reverse: boolean): Map<string, string[]> {
  const before = new Map<string, string[]>(stacks.map(({ name }) => [name, []]));
  for (const { name, dependencies } of stacks) {
    for (const dependency of dependencies) {
      if (!before.has(dependency)) throw new ExpectedError(`${name} depends on ${dependency}, which is not there`);
      if (reverse) before.get(dependency)?.push(name);
      else before.get(name)?.push(dependency);
    }
  }
  return before;
}

/** Names in an order that can be run, those that most others wait for first. */
function ranked(before: ReadonlyMap<string, readonly string[]>): string[] {
  const after = new Map<string, string[]>();
  for (const [name, names] of before) for (const one of names) after.set(one, [...(after.get(one) ?? []), name]);
  const heights = new Map<string, number>();
  const height = (name: string, path: readonly string[]): number => {
    if (path.includes(name))
      throw new ExpectedError(
        `Stacks depend on each other in a circle: ${[...path.slice(path.indexOf(name)), name].join(" → ")}`,
      );
    const known = heights.get(name);
    if (known !== undefined) return known;
    const value = 1 + Math.max(0, ...(after.get(name) ?? []).map((one) => height(one, [...path, name])));
    heights.set(name, value);
    return value;
  };
  return [...before.keys()]
    .map((name) => ({ name, height: height(name, []) }))
    .sort((a, b) => b.height - a.height)
    .map(({ name }) => name);
}
