import { readJson } from "../files/read-json";

export type Action = "no-op" | "create" | "read" | "update" | "delete" | "forget";

/** A step from a place in a value to one inside: attribute name or index. */
export type Path = readonly (string | number)[];

/** What `terraform show -json` says of one change. */
export interface Change {
  /** Two of them are a replacement. */
  readonly actions: readonly Action[];
  readonly before: unknown;
  readonly after: unknown;
  /** True where a value is known after apply only. */
  readonly after_unknown?: unknown;
  readonly before_sensitive?: unknown;
  readonly after_sensitive?: unknown;
  /** Set where the resource is imported. */
  readonly importing?: { readonly id?: string };
  /** Attributes that cannot change in place. */
  readonly replace_paths?: readonly Path[];
}

export interface ResourceChange {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  /** Address that the state knows it by until the plan is applied. */
  readonly previous_address?: string;
  /** Key of an object that a replacement has left behind. */
  readonly deposed?: string;
  /** As in `replace_because_cannot_update`. */
  readonly action_reason?: string;
  readonly change: Change;
}

/** What the rehearsal reads of `terraform show -json <plan>`. */
export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly output_changes?: Readonly<Record<string, Change>>;
}

/** Resources by what happens to them. */
export interface Changes {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
}

export const NO_CHANGES: Changes = { create: 0, update: 0, replace: 0, delete: 0 };

export const readPlan = (file: string): PlanJson => readJson(file) as PlanJson;

/** What a change does to a resource; null for nothing, reading and forgetting. */
export function kindOf({ actions }: Change): keyof Changes | null {
  if (actions.includes("delete") && actions.includes("create")) return "replace";
  return (["create", "update", "delete"] as const).find((action) => actions.includes(action)) ?? null;
}

/** How many resources a plan creates, updates, replaces and deletes. */
export function countChanges({ resource_changes: changes = [] }: PlanJson): Changes {
  const count = { ...NO_CHANGES };
  for (const { mode, change } of changes) {
    const kind = mode === "managed" ? kindOf(change) : null;
    if (kind) count[kind] += 1;
  }
  return count;
}

/** Whether applying a plan would change nothing at all: no output either, and no address in the state. */
export function isEmpty({ resource_changes: resources = [], output_changes: outputs = {} }: PlanJson): boolean {
  if (resources.some(({ change, previous_address: moved }) => moved !== undefined || change.importing)) return false;
  const changes = [...resources.map(({ change }) => change), ...Object.values(outputs)];
  return changes.every(({ actions }) => actions.every((action) => action === "no-op"));
}

/** `["vpc_config", 0, "subnet_ids"]` → `vpc_config[0].subnet_ids` */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : /^\w+$/.test(step) ? `.${step}` : `["${step}"]`))
    .join("")
    .replace(/^\./, "");
}
