import { asJson } from "../../lib/files/read-json";
import { configChanges } from "../../review/config-changes";
import { maskConfig } from "../../review/mask-review";
import type { ConfigChange } from "../../review/model";
import { mergedInput, type Following } from "../../lib/environments/workplace";

/** A key of the original with another value. */
export interface UpstreamChange extends ConfigChange {
  /**
   * What it does to the environment that follows. `through`: the same change. `overridden`: nothing, since the
   * environment says the key itself. `otherwise`: another change, by what it says around the key.
   */
  readonly effect: "through" | "overridden" | "otherwise";
  /** JSON of the value in the environment that follows, now; null where the key is not there. */
  readonly here: string | null;
}

export interface UpstreamChanges {
  readonly changes: readonly UpstreamChange[];
  /** Keys that change in the environment that follows, and did not in the original. */
  readonly further: readonly ConfigChange[];
}

/**
 * What changed in the original, and what that does to an environment that follows it: the environment as it is, against
 * the same one over the original as it was.
 * @param before what the original said
 */
export function upstreamChanges({ written, original }: Following, before: unknown): UpstreamChanges {
  const now = asJson(mergedInput(original));
  const here = asJson(mergedInput(written));
  const hereBefore = asJson(mergedInput({ ...written, extends: before }));
  const effects = configChanges(hereBefore, here);
  const values = new Map(configChanges({}, here).map(({ path, after }) => [path, after]));
  const changes = configChanges(before, now).map((change): UpstreamChange => {
    const effect = effects.find(({ path }) => path === change.path);
    const same = effect?.before === change.before && effect.after === change.after;
    // a key that comes or goes with all that is in it may reach some of that alone
    const partly = effects.some(({ path }) => isWithin(path, change.path) || isWithin(change.path, path));
    return {
      ...change,
      effect: effect && same ? "through" : effect || partly ? "otherwise" : "overridden",
      here: effect ? effect.after : (values.get(change.path) ?? valueAt(here, change.path)),
    };
  });
  const further = effects.filter(({ path }) => !changes.some((change) => change.path === path));
  return { changes: masked(changes), further: maskConfig(further) };
}

const isWithin = (path: string, outer: string): boolean => path.startsWith(`${outer}.`);

/** JSON of what stands at a path of plain names. */
function valueAt(value: unknown, path: string): string | null {
  let at = value;
  for (const name of path.split("."))
    at = typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  return at === undefined ? null : JSON.stringify(at);
}

function masked(changes: readonly UpstreamChange[]): UpstreamChange[] {
  const here = maskConfig(changes.map((change) => ({ ...change, after: change.here })));
  return maskConfig(changes).map((change, index) => ({
    ...change,
    effect: changes[index]!.effect,
    here: here[index]!.after,
  }));
}
