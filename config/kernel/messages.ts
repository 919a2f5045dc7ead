import { z } from "zod";
import type { ConfigPath, Issue } from "./issues";
import { discriminatorValues } from "./discriminator-values";
import { FORMS } from "./forms";
import { didYouMean, nearest, orList } from "./nearest";
import { rangeText } from "./range-text";
import { show, typeText } from "./shown-value";
import { optionsOf, schemaAt } from "./schema-at";
import { maskText } from "./secret-text";
import { valueAt } from "./value-at";

/**
 * Turns zod's issues into words for the author of an environment file.
 * @param written what was parsed: with it a key of one kind is not explained as that of another kind, which has one of that name
 */
export function shapeIssues(error: z.ZodError, root: z.ZodType, written?: unknown): Issue[] {
  const mistyped = new Set(error.issues.flatMap((issue) => meantKeys(issue, root)));
  return error.issues
    .filter((issue) => issue.input !== undefined || !mistyped.has(JSON.stringify(issue.path)))
    .filter((issue, _, all) => !all.some((other) => isTighter(other, issue)))
    .flatMap((issue, _, all) => {
      const same = FORM_CODES.has(issue.code) ? all.filter((other) => isOfSameForm(other, issue)) : [issue];
      return same[0] === issue ? translate(issue, root, written, same) : [];
    });
}

/** A value that has not its form is one problem, however much of the form it lacks. */
const FORM_CODES: ReadonlySet<string> = new Set(["invalid_format", "custom"]);

const isOfSameForm = (one: z.core.$ZodIssue, other: z.core.$ZodIssue): boolean =>
  FORM_CODES.has(one.code) && JSON.stringify(one.path) === JSON.stringify(other.path);

/** Whether two bounds are of one value, and who keeps the first keeps the second: an integer has that of all numbers, too. */
function isTighter(one: z.core.$ZodIssue, other: z.core.$ZodIssue): boolean {
  if (one === other || JSON.stringify(one.path) !== JSON.stringify(other.path)) return false;
  if (one.code === "too_big" && other.code === "too_big") return one.maximum < other.maximum;
  return one.code === "too_small" && other.code === "too_small" && one.minimum > other.minimum;
}

/** Paths of keys that unknown ones were meant to be: that they are missing as well is the same mistake. */
function meantKeys(issue: z.core.$ZodIssue, root: z.ZodType): string[] {
  if (issue.code !== "unrecognized_keys") return [];
  const path = issue.path as (string | number)[];
  const known = keysAt(root, path, issue.input);
  return issue.keys.flatMap((name) => nearest(name, known).map((meant) => JSON.stringify([...path, meant])));
}

/** @param same all that is wrong with the form of the value */
function translate(
  issue: z.core.$ZodIssue,
  root: z.ZodType,
  written: unknown,
  same: readonly z.core.$ZodIssue[] = [issue],
): Issue[] {
  const path = issue.path as (string | number)[];
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = keysAt(root, path, issue.input);
      return issue.keys.map((name) => unknownKey(path, name, known));
    }
    case "invalid_key":
      return issue.issues.map((inner) => ({
        path,
        message: `the name ${show(path.at(-1))} ${reason(inner)}`,
        ...(correctedName(path, root, written) ?? formHint(path.slice(0, -1), root, inner, written)),
      }));
    case "invalid_value":
      return [withWords(valueIssue(path, issue.input, issue.values.map(String)), issue)];
    case "invalid_union":
      return issue.discriminator ? [kindIssue(issue, root, written)] : unionIssue(path, issue, root, written);
    case "invalid_type":
      if (issue.input === undefined) return [missing(path, root, issue.expected, written)];
      return [withMeaning(typeIssue(path, issue.expected, issue.input, root, written), root, written, issue.input)];
    default: {
      const reasons = [...new Set(same.map(reason))].join(", and ");
      return [{ path, ...withGiven(reasons, issue.input, path), ...formHint(path, root, issue, written) }];
    }
  }
}

/** Where the message says what is allowed, and what a key is for says which one of that. */
const BOUNDS: ReadonlySet<string> = new Set(["too_small", "too_big", "not_multiple_of"]);

/** How a text that has not its form is mended: what the key means, or what it is in; then what the form is for. */
function formHint(path: ConfigPath, root: z.ZodType, issue: z.core.$ZodIssue, written: unknown): { hint?: string } {
  if (BOUNDS.has(issue.code) && issue.path.length > 0) {
    const what = rangeAndMeaning(path, root, written);
    return what === "" ? {} : { hint: what };
  }
  if (issue.code !== "invalid_format" && issue.code !== "custom") return {};
  const places = path.map((_, index) => path.slice(0, path.length - index));
  const known = places.map((place) => rangeAndMeaning(place, root, written)).find((text) => text !== "");
  const hint = known ?? (issue.code === "invalid_format" ? FORMS[issue.format]?.fix : undefined);
  return hint === undefined ? {} : { hint };
}

/** A name that is allowed, and near to the one that is not. */
function correctedName(path: ConfigPath, root: z.ZodType, written: unknown): { hint: string } | undefined {
  const record = schemaAt(root, path.slice(0, -1), true, written);
  const name = String(path.at(-1))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "");
  const isFree = !Object.hasOwn(Object(valueAt(written, path.slice(0, -1).map(String))), name);
  const isAllowed = isFree && record instanceof z.ZodRecord && z.safeParse(record.keyType, name).success;
  return isAllowed ? { hint: `write ${JSON.stringify(name)}` } : undefined;
}

/** What must hold; zod's own words only where the schema has none of its own and nothing better is known. */
function reason(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small" || issue.code === "too_big") return boundText(issue);
  if (issue.code === "not_multiple_of") return `must be a multiple of ${issue.divisor}`;
  if (issue.code === "invalid_format" && issue.message.startsWith("Invalid"))
    return FORMS[issue.format]?.must ?? "has a form that is not allowed";
  return issue.message;
}

function unknownKey(path: ConfigPath, name: string, known: readonly string[]): Issue {
  const allowed = known.length ? `allowed here: ${known.join(", ")}` : "remove it";
  return {
    path: [...path, name],
    message: `unknown key ${JSON.stringify(name)}`,
    hint: didYouMean(name, known) ?? allowed,
  };
}

/** The key that says which kind of a choice is meant is wrong, missing or mistyped. */
function kindIssue(issue: z.core.$ZodIssueInvalidUnion, root: z.ZodType, written: unknown): Issue {
  const path = issue.path as (string | number)[];
  const key = issue.discriminator ?? "";
  const at = path.at(-1) === key ? path : [...path, key];
  const { input } = issue;
  if (typeof input !== "object" || input === null) return typeIssue(path, "object", input, root, written);
  const given = (input as Record<string, unknown>)[key];
  const mistyped = given === undefined ? Object.keys(input).find((k) => nearest(k, [key]).length) : undefined;
  if (mistyped !== undefined) return unknownKey(at.slice(0, -1), mistyped, [key]);
  return withWords(valueIssue(at, given, discriminatorValues(root, at, given, written)), issue);
}

function unionIssue(path: ConfigPath, issue: z.core.$ZodIssueInvalidUnion, root: z.ZodType, written: unknown): Issue[] {
  const meant = meantOption(issue);
  if (meant)
    return meant.flatMap((inner) => translate({ ...inner, path: [...issue.path, ...inner.path] }, root, written));
  return [choiceIssue(path, issue, root, written)];
}

/** An object is meant to be the choice that is one: what is wrong in it is told, not that it is no other choice. */
function meantOption({ input, errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  return errors.find((option) => option.every(({ code, path }) => path.length > 0 || code === "unrecognized_keys"));
}

function choiceIssue(path: ConfigPath, issue: z.core.$ZodIssueInvalidUnion, root: z.ZodType, written: unknown): Issue {
  const options = issue.errors.flat();
  if (options.every((option) => option.code === "invalid_value"))
    return valueIssue(
      path,
      issue.input,
      options.flatMap((option) => option.values.map(String)),
    );
  const hint = meaning(path, root, written);
  // zod has no words for a value that has none of several forms
  const message = issue.message === "Invalid input" ? formsText(issue.errors) : issue.message;
  return { path, ...withGiven(message, issue.input, path), ...(hint && { hint }) };
}

/** The forms themselves, where a word or a type says all of each. */
function formsText(errors: z.core.$ZodIssueInvalidUnion["errors"]): string {
  const forms = errors.flat().map((issue) => {
    if (issue.path.length > 0) return undefined;
    if (issue.code === "invalid_value") return orList(issue.values.map((value) => JSON.stringify(value)));
    return issue.code === "invalid_type" ? typeText(issue.expected) : undefined;
  });
  const known = [...new Set(forms)].filter((form) => form !== undefined);
  return known.length < 2 || forms.includes(undefined) ? "must have one of its forms" : `must be ${orList(known)}`;
}

function typeIssue(path: ConfigPath, expected: string, given: unknown, root: z.ZodType, written: unknown): Issue {
  const isBare = expected === "string" && (typeof given === "number" || typeof given === "boolean");
  const schema = isBare ? schemaAt(root, path, true, written) : undefined;
  // a text that the key takes no more than the number is no fix
  const quoted = schema !== undefined && z.safeParse(schema, String(given)).success;
  return {
    path,
    message: `must be ${typeText(expected)}, but is ${show(given)}`,
    ...(quoted && { hint: `put it in quotes: "${String(given)}"` }),
  };
}

function valueIssue(path: ConfigPath, given: unknown, allowed: readonly string[]): Issue {
  const near = typeof given === "string" ? didYouMean(given, allowed) : undefined;
  // 1.30 is 1.3 before anybody can see that it was meant as a text
  if (typeof given === "number" && allowed.some((one) => Number(one) === given))
    return {
      path,
      message: `unknown value ${show(given)}`,
      hint: `put it in quotes: ${orList(allowed.filter((one) => Number(one) === given).map((one) => JSON.stringify(one)))}`,
    };
  const list = allowed.length > 12 ? `one of ${allowed.length} values` : orList(allowed);
  if (given === undefined) return { path, message: "is missing", hint: `allowed: ${list}` };
  return { path, message: `unknown value ${show(given)}`, hint: near ?? `allowed: ${list}` };
}

/** Where the schema has words of its own for a value that is known and refused, they say why. */
function withWords(
  issue: Issue,
  { message: words, input }: { readonly message: string; readonly input?: unknown },
): Issue {
  return input === undefined || words.startsWith("Invalid")
    ? issue
    : { ...issue, message: `${issue.message}: ${words}` };
}

function missing(path: ConfigPath, root: z.ZodType, expected: string, written: unknown): Issue {
  const hint = meaning(path, root, written);
  // the library's word where any value would do
  const wanted = expected === "nonoptional" ? "" : `; it must be ${typeText(expected)}`;
  return { path, message: `is missing${wanted}`, ...(hint && { hint }) };
}

/** What a key means, with an example; empty where its schema does not say. */
function meaning(path: ConfigPath, root: z.ZodType, written: unknown): string {
  const meta = schemaAt(root, path, false, written)?.meta();
  const example = (meta?.examples as readonly unknown[] | undefined)?.[0];
  return [meta?.description, example === undefined ? "" : `Example: ${JSON.stringify(example)}`]
    .filter(Boolean)
    .join(" ");
}

/** Which numbers a key takes, and what it means. */
const rangeAndMeaning = (path: ConfigPath, root: z.ZodType, written: unknown): string =>
  [rangeText(schemaAt(root, path, true, written)), meaning(path, root, written)].filter(Boolean).join(": ");

/** A value of another type says what belongs there, where nothing nearer is known. */
function withMeaning(issue: Issue, root: z.ZodType, written: unknown, given: unknown): Issue {
  const meant = issue.hint ?? kindOf(issue.path, root, written, given) ?? rangeAndMeaning(issue.path, root, written);
  const keys = meant === "" ? keysAt(root, issue.path, undefined) : [];
  const hint = keys.length > 0 ? `its keys: ${keys.join(", ")}` : meant;
  return hint === "" ? issue : { ...issue, hint };
}

/** A kind that was written in place of the object which has it. */
function kindOf(path: ConfigPath, root: z.ZodType, written: unknown, given: unknown): string | undefined {
  const schema = typeof given === "string" ? schemaAt(root, path, true, written) : undefined;
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined;
  const { discriminator } = schema.def;
  const isWhole = z.safeParse(schema, { [discriminator]: given }).success;
  return isWhole ? `write { ${discriminator}: ${JSON.stringify(given)} }` : undefined;
}

function boundText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const units: Record<string, [one: string, more: string]> = {
    string: ["character", "characters"],
    array: ["entry", "entries"],
    set: ["entry", "entries"],
    record: ["entry", "entries"],
  };
  const [word, value] =
    issue.code === "too_small"
      ? [issue.inclusive === false ? "more than" : "at least", issue.minimum]
      : [issue.inclusive === false ? "less than" : "at most", issue.maximum];
  const unit = units[issue.origin]?.[Number(value) === 1 ? 0 : 1];
  return unit ? `must have ${word} ${value} ${unit}` : `must be ${word} ${value}`;
}

function withGiven(message: string, given: unknown, path: ConfigPath): Pick<Issue, "message" | "secret"> {
  if (given === undefined) return { message: `is missing; it ${message}` };
  // where the name of a secret belongs, the secret itself is the likeliest mistake
  const isSecret =
    typeof given === "string" && (PLACE_OF_SECRETS.test(String(path.at(-1))) || maskText(given) !== given);
  if (!isSecret) return { message: `${message}, but is ${show(given)}` };
  const why = "what is there is not shown, since it may be a secret: if it is, it must be changed";
  return { message: `${message}; ${why}`, secret: true };
}

/** Keys for names of secrets, and for what stands for one. How many tokens a training sees is none. */
const PLACE_OF_SECRETS = /secret|password|token(?!s$)|credential/i;

/** Names of the keys that are allowed where an unknown one was found. */
export function keysAt(root: z.ZodType, path: readonly (string | number)[], input: unknown): string[] {
  const schema = schemaAt(root, path);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const option = optionsOf(schema, input)[0];
    return option ? Object.keys(option.shape) : [];
  }
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return schema.keyType.options.map(String);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
