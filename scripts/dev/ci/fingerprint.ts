import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Change, PlanJson } from "../../lib/terraform/plan-json";

/** One change of a plan, so that another plan can be compared with it and no value can be read from it. */
export interface PlannedChange {
  /** Address of a resource; `output.<name>` of an output. */
  readonly address: string;
  /** As in `update`, `delete, create`. */
  readonly action: string;
  /** Of everything that changes in it. */
  readonly digest: string;
}

/** What was reviewed of an environment, for those that apply it. */
export interface ReviewedPlans {
  readonly environment: string;
  /** Commit that was planned. */
  readonly commit: string;
  /** Changes by stack; a stack that changes nothing has none. */
  readonly stacks: Readonly<Record<string, readonly PlannedChange[]>>;
  /** `.terraform.lock.hcl` by stack: what plans and what applies are the same providers. Null: the stack has none. */
  readonly locks: Readonly<Record<string, string | null>>;
}

/** What a plan would do, without reading and doing nothing. */
export function fingerprint({
  resource_changes: resources = [],
  output_changes: outputs = {},
}: PlanJson): PlannedChange[] {
  const all = [
    ...resources
      .filter(({ mode }) => mode === "managed")
      .map(({ address, deposed, change }) => ({
        address: deposed === undefined ? address : `${address} (deposed ${deposed})`,
        change,
      })),
    ...Object.entries(outputs).map(([name, change]) => ({ address: `output.${name}`, change })),
  ];
  return all
    .filter(({ change: { actions } }) => actions.some((action) => action !== "no-op" && action !== "read"))
    .map(({ address, change }) => ({ address, action: change.actions.join(", "), digest: digest(change) }))
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** How a plan differs from the one that was reviewed, in words; empty when it is the same. */
export function deviations(reviewed: readonly PlannedChange[], planned: readonly PlannedChange[]): string[] {
  const before = new Map(reviewed.map((one) => [one.address, one]));
  const now = new Map(planned.map((one) => [one.address, one]));
  return [
    ...planned.flatMap((one) => {
      const old = before.get(one.address);
      if (!old) return [`${one.address}: ${one.action}, which was not in the plan that was reviewed`];
      if (old.action !== one.action) return [`${one.address}: ${one.action}, where ${old.action} was reviewed`];
      return old.digest === one.digest ? [] : [`${one.address}: ${one.action} with other values than were reviewed`];
    }),
    ...reviewed
      .filter(({ address }) => !now.has(address))
      .map(({ address, action }) => `${address}: ${action} was reviewed, but is not planned any more`),
  ];
}

/** Attributes that stay are left out: they may have changed by themselves since, and are nobody's business. */
function digest(change: Change): string {
  const { before, after, after_unknown: unknown, replace_paths: replace = [] } = change;
  const [was, is, later] = [before, after, unknown].map(attributes);
  const keys = [...new Set([was, is, later].flatMap((one) => Object.keys(one ?? {})))].sort();
  const changed = keys
    .filter((key) => later?.[key] || !isDeepStrictEqual(was?.[key], is?.[key]))
    .map((key) => [
      key,
      masked(was?.[key], attributes(change.before_sensitive)[key]),
      masked(is?.[key], attributes(change.after_sensitive)[key]),
      later?.[key] ?? null,
    ]);
  return createHash("sha256")
    .update(JSON.stringify(sorted([change.actions, changed, replace])))
    .digest("hex");
}

/** An output has one value instead of attributes. */
function attributes(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined || value === false) return {};
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}

/** A digest of a short secret could be guessed from. */
function masked(value: unknown, sensitive: unknown): unknown {
  if (sensitive === true) return value === null || value === undefined ? null : "(sensitive)";
  if (Array.isArray(value) && typeof sensitive === "object" && sensitive !== null)
    return value.map((item, index) => masked(item, (sensitive as Record<number, unknown>)[index]));
  if (typeof value === "object" && value !== null && typeof sensitive === "object" && sensitive !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, masked(item, (sensitive as Record<string, unknown>)[key])]),
    );
  return value ?? null;
}

/** The same text for the same value, in whatever order its keys are. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
