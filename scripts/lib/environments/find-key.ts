import { nearest, orList } from "../../../config/kernel/nearest";
import type { ConfigPath } from "../../../config/kernel/issues";
import { ExpectedError } from "../errors/expected-error";
import { ENVIRONMENT_SCHEMA, kindsOf, schemasAlong, type SchemaNode } from "./schema-path";
import { ANY_ENTRY, isPlaceholder, keyText, valueAt } from "./key-path";
import { isPlain } from "../../../config/kernel/plain";

/**
 * Schemas of a key.
 * @param config environment that has the key. @default - any: names of groups, partitions and teams are taken as given
 * @throws ExpectedError that offers the nearest keys
 */
export function schemasOfKey(path: ConfigPath, config?: unknown): readonly SchemaNode[] {
  const at = path.findIndex((_, index) => isUnknown(path.slice(0, index + 1), config));
  if (at >= 0) throw unknownKey(path, at, config);
  return path.length === 0 ? [ENVIRONMENT_SCHEMA] : (schemasAlong(path, config).at(-1) ?? []);
}

/** Whether a key is neither there nor could be, where what is around it is. */
function isUnknown(path: ConfigPath, config: unknown): boolean {
  const [around, step = ""] = [path.slice(0, -1), path.at(-1)];
  return !keysIn(around, config).includes(step) && !isOpen(around, config, step);
}

/** Keys and indexes that a value has, or could have. */
export function keysIn(path: ConfigPath, config?: unknown): (string | number)[] {
  const value = valueAt(config, path);
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (value !== undefined && !isPlain(value)) return [];
  const nodes = kindsAt(path, config);
  const named = nodes.flatMap(({ properties = {} }) => Object.keys(properties));
  const own = isPlain(value) ? Object.keys(value) : [];
  return [...new Set([...named, ...own])];
}

/**
 * Any name may stand where names are free and none is written, and any entry where a list is empty; where some are, a name that is
 * not among them is a slip.
 */
function isOpen(around: ConfigPath, config: unknown, step: string | number): boolean {
  if (Object.hasOwn(Object.prototype, step)) return false;
  const value = valueAt(config, around);
  const some = isPlain(value) ? Object.keys(value).length > 0 : Array.isArray(value) && value.length > 0;
  if (some && !isPlaceholder(step)) return false;
  return kindsAt(around, config).some((node) =>
    typeof step === "number" || step === ANY_ENTRY
      ? node.items !== undefined
      : typeof node.additionalProperties === "object" && (isPlaceholder(step) || isName(step, node)),
  );
}

/** Whether a name may stand where names are free. */
const isName = (step: string, { propertyNames: { enum: names, pattern, maxLength } = {} }: SchemaNode): boolean =>
  (names?.includes(step) ?? true) &&
  (pattern === undefined || new RegExp(pattern).test(step)) &&
  step.length <= (maxLength ?? Infinity);

/** What free names may be; null: any, or none are free. */
function namesAt(path: ConfigPath, config: unknown): string | null {
  const {
    enum: names,
    pattern,
    maxLength,
  } = kindsAt(path, config).find((one) => one.propertyNames)?.propertyNames ?? {};
  if (names) return orList(names.map(String));
  if (pattern === undefined) return null;
  return `of the form ${pattern}${maxLength === undefined ? "" : ` and of ${maxLength} characters at most`}`;
}

/** A path in which each list that is gone through without an index is gone through by any entry; `0` is the index that it looks like. */
export function throughLists(path: ConfigPath): ConfigPath {
  return path.reduce<ConfigPath>((before, step) => {
    const kinds = kindsAt(before);
    const isList = kinds.some(({ items }) => items !== undefined);
    const isMap = kinds.some((node) => node.properties !== undefined || typeof node.additionalProperties === "object");
    if (typeof step !== "string" || step === ANY_ENTRY || !isList || isMap) return [...before, step];
    return /^\d{1,9}$/.test(step) ? [...before, Number(step)] : [...before, ANY_ENTRY, step];
  }, []);
}

function kindsAt(path: ConfigPath, config?: unknown): SchemaNode[] {
  const nodes = path.length === 0 ? [ENVIRONMENT_SCHEMA] : (schemasAlong(path, config).at(-1) ?? []);
  return nodes.flatMap((node) => kindsOf(node, valueAt(config, path)));
}

function unknownKey(path: ConfigPath, at: number, config: unknown): ExpectedError {
  const around = path.slice(0, at);
  const step = path[at] ?? "";
  const known = keysIn(around, config);
  const what = `There is no key ${keyText(path.slice(0, at + 1))}`;
  const value = valueAt(config, around);
  if (typeof step === "number" && Array.isArray(value))
    return new ExpectedError(`${what}: the list has ${value.length} ${value.length === 1 ? "entry" : "entries"}.`);
  const dotted = withDots(path, at, config);
  if (dotted) return new ExpectedError(`${what}: did you mean ${keyText(dotted)}?`);
  const other = config === undefined ? null : elsewhere(path, config);
  if (other !== null) return new ExpectedError(`${what} here: it is for ${other}.`);
  const same = places(config).filter(
    (place) => String(place.at(-1)).toLowerCase() === String(path.at(-1)).toLowerCase(),
  );
  const close = nearest(
    String(step),
    known.map((key) => String(key)),
  ).map((key) => keyText([...around, key]));
  const offered = close.length > 0 ? close : same.slice(0, 3).map((place) => keyText(place));
  if (offered.length > 0) return new ExpectedError(`${what}: did you mean ${orList(offered)}?`);
  const names = namesAt(around, config);
  if (known.length === 0 && names !== null)
    return new ExpectedError(`${what}: names in ${keyText(around)} are ${names}.`);
  if (known.length === 0) return new ExpectedError(`${what}: ${keyText(around)} has no keys.`);
  return new ExpectedError(`${what}. ${around.length ? keyText(around) : "An environment"} has: ${known.join(", ")}`);
}

/**
 * The same key, where a name in it has dots of its own that were read as steps: `prices.p5.48xlarge` means `prices["p5.48xlarge"]`.
 * Undefined: no name that may stand there makes a key of it.
 */
function withDots(path: ConfigPath, at: number, config: unknown): ConfigPath | undefined {
  const joined = path.slice(at).map((_, more) => {
    const [from, to] = [at - 1, at + more + 1];
    return [...path.slice(0, from), path.slice(from, to).join("."), ...path.slice(to)];
  });
  const isKey = (one: ConfigPath) => !one.some((_, index) => isUnknown(one.slice(0, index + 1), config));
  return at > 0 && path.slice(at - 1).every((step) => typeof step === "string" && !isPlaceholder(step))
    ? joined.find((one) => isKey(one))
    : undefined;
}

/**
 * What a key is for that an environment of another kind or another site has: `another kind of network than kind create`. Null: the
 * environment could have it, or none can.
 */
export function elsewhere(path: ConfigPath, config: unknown): string | null {
  const at = path.findIndex((_, index) => isUnknown(path.slice(0, index + 1), config));
  const step = path[at];
  const isNamed = ({ properties = {} }: SchemaNode) => typeof step === "string" && Object.hasOwn(properties, step);
  if (at < 0 || !kindsAt(path.slice(0, at)).some((node) => isNamed(node))) return null;
  const around = path.slice(0, at);
  const value = valueAt(config, around);
  if (value !== undefined && !isPlain(value)) return `another form of ${keyText(around)} than ${JSON.stringify(value)}`;
  return (
    around.map((_, index) => chosenAt(around.slice(0, at - index), config)).find((chosen) => chosen !== null) ??
    `another site than that of cluster.kind ${String(valueAt(config, ["cluster", "kind"]))}`
  );
}

function chosenAt(path: ConfigPath, config: unknown): string | null {
  const value = valueAt(config, path);
  if (!isPlain(value)) return null;
  const chosen = ["kind", "deployment", "mode"].find((name) => typeof value[name] === "string");
  return chosen === undefined ? null : `another kind of ${keyText(path)} than ${chosen} ${String(value[chosen])}`;
}

/** Keys of any environment whose last name is a word, such as `nodeGroups.<name>.fabric` for `fabric`. */
export const keysCalled = (word: string): string[] =>
  places(undefined)
    .filter((place) => String(place.at(-1)).toLowerCase() === word.toLowerCase())
    .map((place) => keyText(place));

/** Every key that an environment has, or could have: what is in maps and lists that are empty stands under any name or entry. */
function places(config: unknown): ConfigPath[] {
  const visit = (path: ConfigPath): ConfigPath[] =>
    keysIn(path, config).flatMap((key) => [[...path, key], ...(path.length < 6 ? visit([...path, key]) : [])]);
  return visit([]);
}
