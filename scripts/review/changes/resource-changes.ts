import { changesNothing } from "../../lib/terraform/guard-entries";
import { kindOf, pathText, type Path } from "../../lib/terraform/plan-json";
import type { AttributeChange, ResourceChange, StackPlan } from "../model";
import { resourceType } from "./attribute-types";
import { compare } from "./compare";
import { maskValue } from "./mask-value";
import { noiseOf, type IsNoise } from "./noise";
import { keepRaw } from "./raw-values";
import { reasonOf, type PlanFile, type PlannedResource } from "./planned";
import { isUserData, userDataText } from "./user-data";
import { at, insideOf, shownOf, type Side, type Values } from "./values";
import { isPlain } from "../../../config/kernel/plain";
import { regexText } from "../../../config/kernel/regex";

/** A change with what else the sections tell of it. */
export interface ReviewedChange extends ResourceChange {
  /** Why it is replaced or deleted, where no attribute says it. */
  readonly cause: string | null;
  /** Values after it that are known after apply only: true, or the same form with true in it. */
  readonly unknown: unknown;
}

/** A resource that gets another address, or that Terraform forgets. */
export interface Moved {
  readonly from: string;
  /** Null: it is no longer managed. */
  readonly to: string | null;
  /** It is changed as well. @default - nothing happens to it */
  readonly isChanged?: true;
}

export interface PlanChanges {
  /** In the plan's order. */
  readonly changes: readonly ReviewedChange[];
  /** Changes that were left out, since nothing changes in meaning. */
  readonly noise: number;
  readonly moved: readonly Moved[];
}

/** What the plan of one stack changes in meaning, without secrets. */
export function resourceChanges({ stack, plan }: StackPlan): PlanChanges {
  const file: PlanFile = plan;
  const isNoise = noiseOf(file);
  const resources = (file.resource_changes ?? []).filter(({ mode }) => mode === "managed");
  const isEntry = changesNothing(resources);
  const changing = resources.filter((resource) => kindOf(resource.change) !== null && !isEntry(resource));
  const changes = changing.flatMap((resource) => reviewed(stack, resource, isNoise) ?? []);
  return { changes, noise: changing.length - changes.length, moved: resources.flatMap(movedOf) };
}

function movedOf({ address, previous_address: from, change }: PlannedResource): Moved[] {
  const kind = kindOf(change);
  if (change.actions.includes("forget")) return [{ from: address, to: null }];
  if (from === undefined || from === address) return [];
  return [{ from, to: address, ...(kind !== null && { isChanged: true as const }) }];
}

function reviewed(stack: string, resource: PlannedResource, isNoise: IsNoise): ReviewedChange | null {
  const { type, change, deposed } = resource;
  const action = kindOf(change);
  if (action === null) return null;
  const before = sideOf(change.before, change.before_sensitive);
  const after = sideOf(change.after, change.after_sensitive);
  const differs = action === "update" || action === "replace";
  const all = differs ? compare(before, after, change.after_unknown, resourceType(type)) : [];
  const attributes = all.filter((one) => !isNoise(resource, one)).map((one) => one.change);
  if (action === "update" && attributes.length === 0) return null;
  return {
    stack,
    address: deposed === undefined ? resource.address : `${resource.address} (deposed ${deposed})`,
    type,
    action,
    reasons:
      action === "replace"
        ? reasons(
            resource,
            { before, after },
            all.map((one) => one.change),
          )
        : [],
    attributes,
    createBeforeDestroy: action === "replace" && change.actions[0] === "create",
    before: isPlain(before.shown) ? before.shown : null,
    after: isPlain(after.shown) ? after.shown : null,
    cause: reasonOf(resource),
    unknown: change.after_unknown ?? null,
  };
}

function sideOf(raw: unknown, sensitive: unknown): Side {
  if (!isPlain(raw)) return { raw, shown: raw };
  const decoded = userData(raw);
  const shown = maskValue({ ...raw, ...decoded }, sensitive);
  keepRaw(shown, raw);
  return { raw, shown };
}

/** User data decoded: in base64, a mask would see no secrets. */
function userData(values: Values): Values {
  const found = Object.entries(values).filter(([name, value]) => isUserData(name) && typeof value === "string");
  return Object.fromEntries(found.map(([name, value]) => [name, userDataText(String(value))]));
}

/** The attributes that make Terraform replace it, as they were found to differ where they were. */
function reasons(
  { change }: PlannedResource,
  sides: { readonly before: Side; readonly after: Side },
  found: readonly AttributeChange[],
): AttributeChange[] {
  return (change.replace_paths ?? []).flatMap((path) => {
    const text = pathText(path);
    const attributes = found.filter(
      (one) => one.path === text || new RegExp(`^${regexText(text)}[.[ ]`).test(one.path),
    );
    return attributes.length > 0 ? attributes : [atPath(path, text, sides, change.after_unknown)];
  });
}

function atPath(
  path: Path,
  text: string,
  { before, after }: { readonly before: Side; readonly after: Side },
  unknown: unknown,
): AttributeChange {
  const step = (side: Side) => path.reduce<Side>((inner, one) => insideOf(inner, one), side);
  const isUnknown = path.reduce<unknown>((inner, one) => (inner === true ? true : at(inner, one)), unknown) === true;
  return { path: text, before: shownOf(step(before)), after: isUnknown ? { kind: "unknown" } : shownOf(step(after)) };
}
