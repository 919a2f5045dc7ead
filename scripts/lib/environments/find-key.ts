import { nearest, orList } from "../../../config/kernel/nearest";
import { pathText, type ConfigPath } from "../../../config/kernel/issues";
import { ExpectedError } from "../errors/expected-error";
import { ENVIRONMENT_SCHEMA, kindsOf, schemasAlong, type SchemaNode } from "./schema-path";
import { valueAt } from "./key-path";
import { isPlain } from "../../../config/kernel/plain";

/**
 * Schemas of a key.
 * @param config environment that has the key. @default - any: names of groups, partitions and teams are taken as given
 * @throws ExpectedError that offers the nearest keys
 */
export function schemasOfKey(path: ConfigPath, config?: unknown): readonly SchemaNode[] {
  path.forEach((step, at) => {
    const around = path.slice(0, at);
    if (!keysIn(around, config).includes(step) && !isOpen(around, config, step)) throw unknownKey(path, at, config);
  });
  return path.length === 0 ? [ENVIRONMENT_SCHEMA] : (schemasAlong(path, config).at(-1) ?? []);
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

/** Without an environment, any name may stand where names are free. */
function isOpen(around: ConfigPath, config: unknown, step: string | number): boolean {
  if (config !== undefined) return false;
  return kindsAt(around).some((node) =>
    typeof step === "number" ? node.items !== undefined : typeof node.additionalProperties === "object",
  );
}

function kindsAt(path: ConfigPath, config?: unknown): SchemaNode[] {
  const nodes = path.length === 0 ? [ENVIRONMENT_SCHEMA] : (schemasAlong(path, config).at(-1) ?? []);
  return nodes.flatMap((node) => kindsOf(node, valueAt(config, path)));
}

function unknownKey(path: ConfigPath, at: number, config: unknown): ExpectedError {
  const around = path.slice(0, at);
  const step = path[at] ?? "";
  const known = keysIn(around, config);
  const what = `There is no key ${pathText(path.slice(0, at + 1))}`;
  const value = valueAt(config, around);
  if (typeof step === "number" && Array.isArray(value))
    return new ExpectedError(`${what}: the list has ${value.length} ${value.length === 1 ? "entry" : "entries"}.`);
  const kind = config === undefined ? null : otherKind(path, at, value);
  if (kind !== null) return new ExpectedError(`${what} here: it is for another kind of ${kind}.`);
  const same = places(config).filter(
    (place) => String(place.at(-1)).toLowerCase() === String(path.at(-1)).toLowerCase(),
  );
  const close = nearest(
    String(step),
    known.map((key) => String(key)),
  ).map((key) => pathText([...around, key]));
  const offered = close.length > 0 ? close : same.slice(0, 3).map((place) => pathText(place));
  if (offered.length > 0) return new ExpectedError(`${what}: did you mean ${orList(offered)}?`);
  if (known.length === 0) return new ExpectedError(`${what}: ${pathText(around)} has no keys.`);
  return new ExpectedError(`${what}. ${around.length ? pathText(around) : "An environment"} has: ${known.join(", ")}`);
}

/** `network (kind existing)`, where only that kind of it has the key. */
function otherKind(path: ConfigPath, at: number, value: unknown): string | null {
  if (!isPlain(value) || (schemasAlong(path.slice(0, at + 1)).at(-1) ?? []).length === 0) return null;
  const chosen = ["kind", "deployment", "mode"].find((name) => typeof value[name] === "string");
  return chosen === undefined ? null : `${pathText(path.slice(0, at))} than ${chosen} ${String(value[chosen])}`;
}

/** Keys of any environment whose last name is a word, such as `nodeGroups.<name>.fabric` for `fabric`. */
export const keysCalled = (word: string): string[] =>
  places(undefined)
    .filter((place) => String(place.at(-1)).toLowerCase() === word.toLowerCase())
    .map((place) => pathText(place));

/** Every key that an environment has or could have. */
function places(config: unknown): ConfigPath[] {
  const visit = (path: ConfigPath): ConfigPath[] =>
    keysIn(path, config).flatMap((key) => [[...path, key], ...(path.length < 6 ? visit([...path, key]) : [])]);
  return visit([]);
}
