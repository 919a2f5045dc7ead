import { KINDS } from "../../scripts/rehearsal/kinds";
import type { Attributes } from "../../scripts/rehearsal/value";
import type { Json } from "./synth";
import { isPlain } from "../../config/kernel/plain";

/** What two synthesized environments say that Terraform would do, without Terraform. */
export interface ImpliedUpdate {
  /** Resources that are destroyed and made anew, with the arguments that force it, or with their two addresses. */
  readonly replaced: readonly string[];
  /** Launch templates that change: their nodes go one after another. */
  readonly rolled: readonly string[];
}

type Stacks = Readonly<Record<string, Json>>;

/** Reads two syntheses against the arguments that replace, as the rehearsal's tables have them. */
export function impliedUpdate(before: Stacks, after: Stacks): ImpliedUpdate {
  const [replaced, rolled]: [string[], string[]] = [[], []];
  for (const [role, { resource: old = {} }] of Object.entries(before))
    for (const [type, objects] of Object.entries<Json>(old)) {
      const now = after[role]?.resource?.[type] ?? {};
      const gone = Object.keys(objects).filter((name) => !(name in now));
      const come = Object.keys(now).filter((name) => !(name in objects));
      // another address is another object
      if (gone.length > 0 && come.length > 0) replaced.push(`${type}: ${gone.join()} → ${come.join()}`);
      for (const name of Object.keys(objects).filter((one) => one in now)) {
        const forcing = forcedBy(type, objects[name], now[name]);
        if (forcing.length > 0) replaced.push(`${type}.${name}: ${forcing.join()}`);
        else if (type === "aws_launch_template" && differing(objects[name], now[name]).length > 0) rolled.push(name);
      }
    }
  return { replaced, rolled };
}

function forcedBy(type: string, before: Json, after: Json): string[] {
  const kind = KINDS[type];
  if (!kind) return [];
  const paths = differing(before, after);
  if (paths.length === 0) return [];
  const forcing = [...kind.forcesNew, ...(kind.forcesNewWhen?.(before as Attributes, after as Attributes) ?? [])];
  return paths.filter((path) => forcing.some((entry) => path === entry || path.startsWith(`${entry}.`)));
}

/** Paths of arguments that differ, blocks without indexes, as the tables write them. */
function differing(before: Json, after: Json, path = ""): string[] {
  if (JSON.stringify(before) === JSON.stringify(after) || /^(\/\/|lifecycle)/.test(path)) return [];
  const under = (key: string) => (path === "" ? key : `${path}.${key}`);
  if (isPlain(before) && isPlain(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differing(before[key], after[key], under(key)),
    );
  if (Array.isArray(before) && Array.isArray(after) && [...before, ...after].every(isPlain))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
      differing(before[index] ?? {}, after[index] ?? {}, path),
    ).flat();
  return [path];
}
