import type { z } from "zod";
import type { ConfigPath } from "./issues";
import { nearest } from "./nearest";
import { isPlain } from "./plain";

/** What is left of an environment without what has the wrong shape, so that rules can look at it. */
export interface Salvaged<Config> {
  readonly config: Config;
  /** Whether something is about what was taken out, or follows from its absence: such words would be false. */
  readonly mentions: (path: ConfigPath, text: string) => boolean;
}

/** How often a part may be taken out until the rest is whole. */
const MOST_ROUNDS = 8;

/** The schema of environments, and what they cannot be without. */
export interface Shape<Config> {
  readonly schema: z.ZodType<Config>;
  /** Values for keys whose text no rule judges. */
  readonly standIns: Readonly<Record<string, unknown>>;
}

/**
 * Takes out what the schema refuses, and what cannot be without it, until the rest has a legal shape.
 * @param keysAt names that are allowed at a path, to see which key a mistyped one was meant to be
 * @returns null where nothing whole is left, as without a network
 */
export function salvage<Config>(
  input: unknown,
  error: z.ZodError,
  { schema, standIns }: Shape<Config>,
  keysAt: (path: ConfigPath) => readonly string[],
): Salvaged<Config> | null {
  if (!isPlain(input)) return null;
  const copy = clone(input) as Record<string, unknown>;
  const taken: ConfigPath[] = [];
  let issues: readonly z.core.$ZodIssue[] = error.issues;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (const issue of issues) {
      for (const path of partsOf(issue)) {
        const gone = takeOut(copy, path);
        if (gone === null && !stoodIn(copy, path, { ...STAND_INS, ...standIns })) return null;
        taken.push(path, ...(gone ? [gone] : []));
      }
      taken.push(...meant(issue, keysAt));
    }
    const parsed = schema.safeParse(copy);
    if (parsed.success) return { config: parsed.data, mentions: mentionsOf(taken) };
    issues = parsed.error.issues;
  }
  return null;
}

/** Of any site: what no rule looks at for what it says, where it is missing. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  name: "unnamed",
  owner: { team: "unknown", costCenter: "unknown" },
};

/** Gives the root a value for what it cannot be without. @returns whether there is one */
function stoodIn(root: Record<string, unknown>, path: ConfigPath, values: Shape<unknown>["standIns"]): boolean {
  const key = String(path[0] ?? "");
  if (path.length === 0 || !Object.hasOwn(values, key)) return false;
  root[key] = values[key];
  return true;
}

/** What an issue is about. */
function partsOf(issue: z.core.$ZodIssue): ConfigPath[] {
  const path = issue.path as (string | number)[];
  return issue.code === "unrecognized_keys" ? issue.keys.map((name) => [...path, name]) : [path];
}

/** Keys that mistyped ones were meant to be: what is said of them may change with the typing error. */
function meant(issue: z.core.$ZodIssue, keysAt: (path: ConfigPath) => readonly string[]): ConfigPath[] {
  const path = issue.path as (string | number)[];
  if (issue.code !== "unrecognized_keys") return [];
  return issue.keys.flatMap((name) => nearest(name, keysAt(path)).map((key) => [...path, key]));
}

/** Takes a part out, or what is around it where it is not there: it is what is missing. @returns what is gone */
function takeOut(root: Record<string, unknown>, path: ConfigPath): ConfigPath | null {
  for (let length = path.length; length > 0; length -= 1) {
    const [parent, last] = [at(root, path.slice(0, length - 1)), path[length - 1] as string | number];
    if (Array.isArray(parent) && typeof last === "number" && last < parent.length) {
      // an element of a list goes with the list: indexes after it would be wrong
      return takeOut(root, path.slice(0, length - 1));
    }
    if (isPlain(parent) && Object.hasOwn(parent, last)) {
      delete parent[last];
      return path.slice(0, length);
    }
  }
  return null;
}

function mentionsOf(taken: readonly ConfigPath[]): Salvaged<unknown>["mentions"] {
  const names = new Set(taken.map((path) => path.findLast((step) => typeof step === "string") ?? ""));
  // what is said not to be there may be what was taken out
  const hidesEntry = taken.some((path) => path.length === 2);
  const starts = (path: ConfigPath, start: ConfigPath) => start.every((step, index) => path[index] === step);
  return (path, text) =>
    (hidesEntry && text.startsWith("there is no")) ||
    taken.some((gone) => starts(path, gone) || starts(gone, path)) ||
    [...names].some((name) => name !== "" && words(text).has(String(name)));
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/[^\w-]+/));

const at = (root: unknown, path: ConfigPath): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    root,
  );

function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  return isPlain(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clone(one)])) : value;
}
