import { hasTrue } from "./mask";
import { isDeepStrictEqual } from "node:util";
import { pathText, type Change, type Path, type PlanJson } from "./plan-json";
import { isPlain } from "../../../config/kernel/plain";

/** Something that a plan would change. */
export interface Difference {
  /** Address of a resource or data source; `output.<name>` of an output. */
  readonly address: string;
  /** As in `update`, `delete, create`. */
  readonly action: string;
  /** As in `tags.Name: "a" → "b"`; of values that are marked sensitive, the name only. */
  readonly attributes: readonly string[];
}

/** Everything that a plan would do; a stack that was just applied must have none. */
export function differences({
  resource_changes: resources = [],
  output_changes: outputs = {},
}: PlanJson): Difference[] {
  const changes = [
    ...resources.map(({ address, deposed, change }) => ({
      address: deposed === undefined ? address : `${address} (deposed ${deposed})`,
      change,
    })),
    ...Object.entries(outputs).map(([name, change]) => ({ address: `output.${name}`, change })),
  ];
  return changes
    .filter(({ change }) => change.actions.some((action) => action !== "no-op"))
    .map(({ address, change }) => ({ address, action: change.actions.join(", "), attributes: changed(change) }));
}

/** A value's two sides, and what is known of them. */
interface Sides {
  readonly before: unknown;
  readonly after: unknown;
  readonly unknown: unknown;
  readonly secret: readonly unknown[];
}

function changed(change: Change): string[] {
  // all of it is new, or gone
  if (change.before === null || change.after === null) return [];
  const secret = [change.before_sensitive, change.after_sensitive];
  return leaves([], { before: change.before, after: change.after, unknown: change.after_unknown, secret });
}

function leaves(path: Path, { before, after, unknown, secret }: Sides): string[] {
  if (unknown !== true && !hasTrue(unknown) && isDeepStrictEqual(before, after)) return [];
  const steps = unknown === true || secret.includes(true) ? null : inside(before, after, unknown);
  if (steps) {
    return steps.flatMap((step) =>
      leaves([...path, step], {
        before: at(before, step),
        after: at(after, step),
        unknown: at(unknown, step),
        secret: secret.map((mask) => at(mask, step)),
      }),
    );
  }
  const name = pathText(path) || "value";
  if (secret.some((mask) => mask === true || hasTrue(mask))) return [`${name}: (sensitive)`];
  return [`${name}: ${text(before)} → ${unknown === true ? "(known after apply)" : text(after)}`];
}

/** Steps into a value, where both sides are of one form; lists of different lengths are told as a whole. */
function inside(before: unknown, after: unknown, unknown: unknown): (string | number)[] | null {
  if (Array.isArray(before) && Array.isArray(after)) return before.length === after.length ? [...before.keys()] : null;
  if (!isPlain(before) || !isPlain(after)) return null;
  return [
    ...new Set([...Object.keys(before), ...Object.keys(after), ...(isPlain(unknown) ? Object.keys(unknown) : [])]),
  ];
}

function at(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)] as unknown;
  return isPlain(value) ? value[step] : undefined;
}

const LONGEST = 80;

function text(value: unknown): string {
  const json = JSON.stringify(value) ?? "(none)";
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}
