import type { ConfigPath } from "./issues";
import { isPlain } from "./plain";

type Plain = Record<string, unknown>;

/** A written environment with its chain of originals merged in. */
export interface MergedInput {
  readonly input: unknown;
  /** Name of the environment that wrote a value: path text (JSON of the path) → name. Values of the environment itself are left out. */
  readonly origins: ReadonlyMap<string, string>;
}

/**
 * Follows `extends` to its root and merges back down with one rule: objects merge, arrays and scalars
 * replace, `null` removes a key. In values of a chart it stays, since it removes the chart's own default there.
 * @throws Error when the chain has a cycle or extends something that is no environment.
 */
export function mergeExtends(written: unknown): MergedInput {
  const chain = chainOf(written);
  const origins = new Map<string, string>();
  const own = chain.length - 1;
  let merged: unknown = {};
  chain.forEach((layer, depth) => {
    const origin = depth === own ? undefined : String(layer.name);
    const { extends: _parent, ...rest } = layer;
    merged = merge(merged, rest, [], origins, origin);
  });
  return { input: chain.length ? merged : written, origins };
}

/** From the root of the chain to the environment itself. */
function chainOf(written: unknown): Plain[] {
  const chain: Plain[] = [];
  let current: unknown = written;
  while (isPlain(current)) {
    if (chain.includes(current))
      throw new Error(`extends goes round in a circle: ${chain.map((l) => String(l.name)).join(" → ")}`);
    chain.unshift(current);
    if (!("extends" in current)) return chain;
    if (current.extends === undefined)
      throw new Error(
        "extends is undefined: the file that it is imported from has no `export default defineEnvironment({ … })`, or imports this one",
      );
    if (!isPlain(current.extends))
      throw new Error("extends must be an environment: import it and name it, as in `extends: research`");
    current = current.extends;
  }
  return chain;
}

function merge(
  base: unknown,
  over: unknown,
  path: ConfigPath,
  origins: Map<string, string>,
  origin: string | undefined,
): unknown {
  // a discriminated choice is replaced whole: keys of another kind would be illegal in the new one
  if (!isPlain(base) || !isPlain(over) || (!isOfChart(path) && changesKind(base, over))) {
    forget(origins, path);
    if (origin !== undefined) remember(origins, over, path, origin);
    return isPlain(over) ? withoutNulls(over, path) : over;
  }
  const merged: Plain = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const at = [...path, key];
    if (value === null && !isOfChart(at.slice(0, -1))) {
      delete merged[key];
      forget(origins, at);
    } else merged[key] = merge(base[key], value, at, origins, origin);
  }
  return merged;
}

const changesKind = (base: Plain, over: Plain) =>
  ["kind", "deployment", "mode"].some((k) => base[k] !== undefined && over[k] !== undefined && base[k] !== over[k]);

function remember(origins: Map<string, string>, value: unknown, path: ConfigPath, origin: string): void {
  origins.set(JSON.stringify(path), origin);
  if (isPlain(value))
    for (const [key, inner] of Object.entries(value)) remember(origins, inner, [...path, key], origin);
}

function forget(origins: Map<string, string>, path: ConfigPath): void {
  const prefix = JSON.stringify(path).slice(0, -1);
  for (const known of origins.keys())
    if (known === `${prefix}]` || known.startsWith(`${prefix},`)) origins.delete(known);
}

function withoutNulls(value: Plain, path: ConfigPath): Plain {
  return Object.fromEntries(
    Object.entries(value).flatMap(([k, v]) => {
      const at = [...path, k];
      return v === null && !isOfChart(at.slice(0, -1)) ? [] : [[k, isPlain(v) ? withoutNulls(v, at) : v]];
    }),
  );
}

/** Whether a path is `platform.helmValues.CHART` or below: what is in there merges as Helm does it. */
const isOfChart = (path: ConfigPath): boolean => path[0] === "platform" && path[1] === "helmValues" && path.length > 2;

/**
 * Name of the environment that wrote what an issue is about, if it is not the environment itself: of the value at
 * the path, or, where there is none, of what is around it, as long as nothing in there was written anew.
 */
export function originOf({ input, origins }: MergedInput, path: ConfigPath): string | undefined {
  let value = input;
  let at: ConfigPath = [];
  // lists are inherited whole: no index has an origin of its own
  for (const step of path) {
    if (!isPlain(value) || !(step in value)) break;
    value = value[step];
    at = [...at, step];
  }
  return isInherited(value, at, origins) ? origins.get(JSON.stringify(at)) : undefined;
}

function isInherited(value: unknown, path: ConfigPath, origins: MergedInput["origins"]): boolean {
  if (!origins.has(JSON.stringify(path))) return false;
  return !isPlain(value) || Object.entries(value).every(([key, inner]) => isInherited(inner, [...path, key], origins));
}
