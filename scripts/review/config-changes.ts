import { policyOf } from "../lib/environments/schema-path";
import type { ConfigChange } from "./model";
import { isPlain } from "../../config/kernel/plain";

/** Keys of an environment that have another value, each with what its schema says about changing it. */
export function configChanges(before: unknown, after: unknown): ConfigChange[] {
  return differences(before, after, []).map(({ path, from, to }) => {
    const { policy, note } = policyOf(path, { before, after });
    return {
      path: path.join("."),
      before: from === undefined ? null : JSON.stringify(from),
      after: to === undefined ? null : JSON.stringify(to),
      policy,
      ...(note !== undefined && { note }),
    };
  });
}

interface Difference {
  readonly path: readonly string[];
  readonly from: unknown;
  readonly to: unknown;
}

/** Objects are compared by key; lists are one value, as the rule of `extends` has it. */
function differences(from: unknown, to: unknown, path: readonly string[]): Difference[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (!isPlain(from) || !isPlain(to)) return [{ path, from, to }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) => differences(from[name], to[name], [...path, name]));
}
