import { shapeIssues } from "../../config/kernel/messages";
import { environmentSchema } from "../../config/schema";
import type { Issue } from "../../config/kernel/issues";
import { environmentJsonSchema } from "../../scripts/lib/environments/config-schema";
import { LEGAL } from "../helpers/environment";

/** Values of every type, and such that a type may hold and a key may not. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.33,
  1e12,
  NaN,
  Infinity,
  2n,
  "",
  " ",
  "x",
  "x".repeat(5000),
  "ä\u0000\n",
  "-",
  "1.33",
  [],
  ["x"],
  ["x", "x"],
  [1],
  [NaN],
  {},
  { x: 1 },
  { "": {} },
  { ["x".repeat(300)]: {} },
  { kind: "x" },
  { kind: 2n },
  () => 1,
  new Date(0),
  Symbol("s"),
  { n: 2n },
];

type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
};
type Path = readonly (string | number)[];

/** Every key that the schema has, with a legal choice around it where a choice decides what is allowed. */
function* keysOf(schema: Schema, path: Path, depth = 0): Generator<{ path: Path; around: Record<string, unknown> }> {
  const around = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      one.const === undefined ? [] : [[name, one.const]],
    ),
  );
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    yield { path: [...path, name], around };
    if (depth < 7) yield* keysOf(one, [...path, name], depth + 1);
  }
  if (typeof schema.additionalProperties === "object")
    yield* keysOf(schema.additionalProperties, [...path, "h100"], depth + 1);
  if (schema.items) yield* keysOf(schema.items, [...path, 0], depth + 1);
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* keysOf(one, path, depth + 1);
}

function issuesOf(path: Path, around: Record<string, unknown>, value: unknown): Issue[] {
  const root: Record<string, unknown> = { ...LEGAL };
  let at: Record<string, unknown> = root;
  for (const [i, step] of path.slice(0, -1).entries()) {
    const next = path[i + 1];
    const old = at[step];
    const fresh: unknown =
      typeof next === "number" ? [] : { ...(typeof old === "object" && !Array.isArray(old) ? old : {}) };
    at[step] = fresh;
    at = fresh as Record<string, unknown>;
  }
  Object.assign(at, around, { [path.at(-1)!]: value });
  const parsed = environmentSchema.safeParse(root, { reportInput: true });
  return parsed.success ? [] : shapeIssues(parsed.error, environmentSchema, root);
}

/** What a person cannot read: words of the library, patterns, and values that are shown as others. */
const UNREADABLE =
  /Invalid|Too (?:big|small)|expected |must match \/|must match \^|\[\^|\\d|\[object|undefined|\bZod|be undefined/;

test("every message of every key is in words, shows what was given, and a value that its fix names is taken", () => {
  const bad: string[] = [];
  let [messages, fixes] = [0, 0];
  const seen = new Set<string>();
  for (const { path, around } of keysOf(environmentJsonSchema() as Schema, [])) {
    const key = JSON.stringify([path, around]);
    if (seen.has(key)) continue;
    seen.add(key);
    const tried = new Set<string>();
    for (const value of VALUES)
      for (const issue of issuesOf(path, around, value)) {
        const { path: where, message, hint = "" } = issue;
        messages++;
        for (const fix of where.join() === path.join() ? fixesOf(issue).slice(0, 3) : []) {
          const one = JSON.stringify(fix);
          if (!tried.has(one) && !isTaken(path, around, fix))
            bad.push(`${where.join(".")}: ${message} | ${hint}: ${one} is refused`);
          tried.add(one);
          fixes++;
        }
        // what was given stands after "is", and is whatever it is
        const words = message.replace(/(?:but is|unknown value|unknown key|the name) (?:"(?:[^"\\]|\\.)*"?…?|.*)$/, "");
        if (UNREADABLE.test(words) || UNREADABLE.test(hint)) bad.push(`${where.join(".")}: ${message} | ${hint}`);
        // a form is not mended by its name alone
        if (/ such as /.test(message) && hint === "") bad.push(`${where.join(".")}: ${message} has no fix`);
        if (Number.isNaN(value) && /but is null$/.test(message)) bad.push(`${where.join(".")}: NaN is told as null`);
      }
  }
  expect(messages).toBeGreaterThan(2000);
  expect(fixes).toBeGreaterThan(500);
  expect([...new Set(bad)].slice(0, 40)).toEqual([]);
});

/** Values that a fix names as they are written; those in words only are none. */
function fixesOf({ message, hint = "" }: Issue): unknown[] {
  const listed = /(?:in quotes: (.*))|(?:Example: (.*))$/.exec(hint);
  const [, quoted, example] = listed ?? [];
  if (quoted !== undefined)
    return (quoted.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((text) => JSON.parse(text) as unknown);
  if (example !== undefined && message.startsWith("must be ")) return [JSON.parse(example) as unknown];
  const [, meant, allowed] = /^did you mean (.*)\?$|^allowed: (?!one of)(.*)$/.exec(hint) ?? [];
  return message.startsWith("unknown value") ? (meant ?? allowed ?? "").split(/, | or /).filter(Boolean) : [];
}

/** Whether a value that a fix names is taken where it is put; a text of a number may be meant as the number. */
function isTaken(path: Path, around: Record<string, unknown>, fix: unknown): boolean {
  const forms = typeof fix === "string" && fix !== "" && !Number.isNaN(Number(fix)) ? [fix, Number(fix)] : [fix];
  return forms.some((form) => issuesOf(path, around, form).every((each) => each.path.join() !== path.join()));
}

test.each<[string, Path, Record<string, unknown>, unknown, string, RegExp]>([
  ["a version that is a number", ["cluster", "version"], {}, 1.33, "unknown value 1.33", /in quotes: "1\.33"/],
  ["a number that is none", ["network", "maxPods"], {}, NaN, "", /^/],
  ["a count with n behind it", ["nodeGroups", "cpu", "nodes"], {}, 2n, "2n", /^/],
])("%s", (_, path, around, value, message, hint) => {
  const [issue] = issuesOf(path, around, value);
  expect(issue?.message ?? "").toContain(message);
  expect(issue?.hint ?? "").toMatch(hint);
});
