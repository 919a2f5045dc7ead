import { z } from "zod";
import type { Issue } from "../issues";
import { didYouMean, orList } from "../nearest";

/** Turns zod's issues into words for the author of an environment file. */
export function shapeIssues(error: z.ZodError, root: z.ZodType): Issue[] {
  return error.issues.flatMap((issue) => translate(issue, root));
}

function translate(issue: z.core.$ZodIssue, root: z.ZodType): Issue[] {
  const path = issue.path as (string | number)[];
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = keysAt(root, path, issue.input);
      return issue.keys.map((name) => ({
        path: [...path, name],
        message: `unknown key ${JSON.stringify(name)}`,
        hint: didYouMean(name, known) ?? (known.length ? `allowed here: ${known.join(", ")}` : "remove it"),
      }));
    }
    case "invalid_key":
      return issue.issues.map((inner) => ({ path, message: `the name ${show(path.at(-1))} ${inner.message}` }));
    case "invalid_value":
      return [valueIssue(path, issue.input, issue.values.map(String))];
    case "invalid_union": {
      if (issue.discriminator) {
        const at = issue.path.at(-1) === issue.discriminator ? path : [...path, issue.discriminator];
        const given = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator] ?? undefined;
        return [valueIssue(at, given, discriminatorValues(root, at))];
      }
      return [{ path, message: withGiven(issue.message, issue.input) }];
    }
    case "invalid_type":
      if (issue.input === undefined) return [missing(path, root, issue.expected)];
      return [{ path, message: `must be ${article(issue.expected)}, but is ${show(issue.input)}` }];
    case "too_small":
    case "too_big":
      return [{ path, message: withGiven(boundText(issue), issue.input) }];
    default:
      return [{ path, message: withGiven(issue.message, issue.input) }];
  }
}

function valueIssue(path: readonly (string | number)[], given: unknown, allowed: readonly string[]): Issue {
  const near = typeof given === "string" ? didYouMean(given, allowed) : undefined;
  const list = allowed.length > 12 ? `one of ${allowed.length} values` : orList(allowed);
  if (given === undefined) return { path, message: "is missing", hint: `allowed: ${list}` };
  return { path, message: `unknown value ${show(given)}`, hint: near ?? `allowed: ${list}` };
}

function missing(path: readonly (string | number)[], root: z.ZodType, expected: string): Issue {
  const meta = metaAt(root, path);
  const example = (meta?.examples as readonly unknown[] | undefined)?.[0];
  const hint = [meta?.description, example === undefined ? undefined : `Example: ${JSON.stringify(example)}`].filter(
    Boolean,
  );
  return { path, message: `is missing; it must be ${article(expected)}`, ...(hint.length && { hint: hint.join(" ") }) };
}

function boundText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const units: Record<string, string> = {
    string: " characters",
    array: " entries",
    set: " entries",
    record: " entries",
  };
  const unit = units[issue.origin] ?? "";
  const bound = issue.code === "too_small" ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  return `must ${unit ? "have" : "be"} ${bound}${unit}`;
}

const withGiven = (message: string, given: unknown) => `${message}, but is ${show(given)}`;

const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

function show(value: unknown): string {
  const text = typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** Names of the keys that are allowed where an unknown one was found. */
function keysAt(root: z.ZodType, path: readonly (string | number)[], input: unknown): string[] {
  const schema = schemaAt(root, path);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    const wanted = (input as Record<string, unknown>)[discriminator];
    const option = schema.options.find((o) => literalOf(o, discriminator) === wanted);
    return option instanceof z.ZodObject ? Object.keys(option.shape) : [];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function discriminatorValues(root: z.ZodType, path: readonly (string | number)[]): string[] {
  const schema = schemaAt(root, path.slice(0, -1));
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return [];
  return schema.options.map((o) => String(literalOf(o, schema.def.discriminator)));
}

function literalOf(option: unknown, name: string): unknown {
  const field = option instanceof z.ZodObject ? unwrap(option.shape[name]) : undefined;
  return field instanceof z.ZodLiteral ? field.value : undefined;
}

/** Metadata of the key at a path, if the schema has such a key. */
export function metaAt(root: z.ZodType, path: readonly (string | number)[]): z.core.GlobalMeta | undefined {
  const found = schemaAt(root, path, false);
  return found?.meta();
}

/** Walks the schema along a path; of a union, the first option that has the next key. */
function schemaAt(root: z.ZodType, path: readonly (string | number)[], bare = true): z.ZodType | undefined {
  let schema: z.ZodType | undefined = root;
  for (const step of path) schema = schema && child(unwrap(schema), step);
  return schema && (bare ? unwrap(schema) : schema);
}

function child(schema: z.ZodType | undefined, step: string | number): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return schema.shape[step] as z.ZodType | undefined;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) {
      const found = child(unwrap(option as z.ZodType), step);
      if (found) return found;
    }
  }
  return undefined;
}

/** The schema inside defaults and optionals. */
function unwrap(schema: unknown): z.ZodType | undefined {
  let inner = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional || inner instanceof z.ZodPrefault)
    inner = inner.unwrap();
  return inner instanceof z.ZodType ? inner : undefined;
}
