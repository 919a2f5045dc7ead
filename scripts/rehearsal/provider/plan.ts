import { jsonIn } from "../../lib/files/read-json";
import type { ResourceKind } from "../cloud/resource-kind";
import type { BlockSchema } from "../schema/types";
import { isAttributes, isUnknown, UNKNOWN, type Attributes, type Value } from "../value";
import { canonical, changesOf, type Change } from "./changes";
import { fillPlan } from "./fill-plan";

export interface PlanProps {
  readonly schema: BlockSchema;
  readonly kind: ResourceKind;
  /** Null for a new resource. */
  readonly prior: Attributes | null;
  /** Terraform's merge of config and what was there before. */
  readonly proposed: Attributes;
  readonly config: Attributes;
  /** Tags that the provider puts on everything. */
  readonly defaultTags: Readonly<Record<string, string>>;
  readonly region: string | null;
}

export interface Plan {
  readonly planned: Attributes;
  /** Places whose change replaces the resource. */
  readonly replaces: readonly (readonly (string | number)[])[];
}

/** Plans one resource that is made or changed, as the real provider does. */
export function planChange(props: PlanProps): Plan {
  const { schema, kind, prior } = props;
  const filled = provided(props, fillPlan(schema, kind.defaults ?? {}, props.proposed, prior));
  if (prior === null) return { planned: filled, replaces: [] };
  const planned = keepBlocks(kind, prior, keepMeaning(kind, prior, filled));
  const found = changesOf(schema, prior, planned);
  if (found.length === 0) return { planned: prior, replaces: [] };
  return replacesOrUpdates(props, prior, leftOpen(kind, props.config, prior, planned));
}

function replacesOrUpdates(props: PlanProps, prior: Attributes, planned: Attributes): Plan {
  const { schema, kind } = props;
  const changes = changesOf(schema, prior, planned);
  const replacing = [...kind.forcesNew, ...(kind.forcesNewWhen?.(prior, planned) ?? []), ...REGION];
  const replaces = changes.filter(({ path }) => replacing.some((entry) => covers(entry, path)));
  if (replaces.length > 0) return { planned, replaces: distinct(replaces) };
  return { planned: { ...planned, ...recomputed(props, changes, planned) }, replaces: [] };
}

/** Computed arguments that config leaves out are unknown where something changes, but for those that had no value. */
function leftOpen(
  { unknownWhenLeftOut = [] }: ResourceKind,
  config: Attributes,
  prior: Attributes,
  planned: Attributes,
): Attributes {
  return unknownWhenLeftOut.reduce<Attributes>(
    (result, path) => openAt(path.split("."), config, prior, result) as Attributes,
    planned,
  );
}

function openAt([name, ...rest]: readonly string[], config: Value, prior: Value, planned: Value): Value {
  if (Array.isArray(planned)) {
    const at = (value: Value, index: number): Value =>
      Array.isArray(value) ? ((value as Value[])[index] ?? null) : null;
    return (planned as Value[]).map((each, index) =>
      openAt([name!, ...rest], at(config, index), at(prior, index), each),
    );
  }
  if (!isAttributes(planned)) return planned;
  const own = (value: Value): Value => (isAttributes(value) ? (value[name!] ?? null) : null);
  if (rest.length > 0) return { ...planned, [name!]: openAt(rest, own(config), own(prior), own(planned)) };
  return own(config) === null && own(prior) !== null ? { ...planned, [name!]: UNKNOWN } : planned;
}

/** Arguments that the provider settles by its own configuration. */
function provided({ schema, defaultTags, region, config, prior }: PlanProps, planned: Attributes): Attributes {
  const own: Record<string, Value> = {};
  if (schema.attributes["tags_all"]?.computed === true && config["tags_all"] === null)
    own["tags_all"] = allTags(defaultTags, planned["tags"] ?? null);
  // hashicorp/aws 6: every regional resource names its Region
  if (schema.attributes["region"]?.computed === true && config["region"] === null && region !== null)
    own["region"] = prior?.["region"] ?? region;
  return { ...planned, ...own };
}

function allTags(defaults: Readonly<Record<string, string>>, tags: Value): Value {
  if (isUnknown(tags)) return UNKNOWN;
  return { ...defaults, ...(tags as Attributes | null) };
}

/**
 * No resource moves to another Region.
 * @see https://registry.terraform.io/providers/hashicorp/aws/latest/docs/guides/enhanced-region-support
 */
const REGION = ["region"];

/** Blocks that config leaves out stay as they are where the provider computes them. */
function keepBlocks({ computedBlocks = [] }: ResourceKind, prior: Attributes, planned: Attributes): Attributes {
  const left = computedBlocks.filter((name) => canonical(planned[name] ?? null) === "[]");
  return { ...planned, ...Object.fromEntries(left.map((name) => [name, prior[name] ?? null])) };
}

/** JSON that says the same as before is not a change, however it is written. */
function keepMeaning({ json = [] }: ResourceKind, prior: Attributes, planned: Attributes): Attributes {
  const kept = json.filter((name) => sameJson(prior[name] ?? null, planned[name] ?? null));
  return { ...planned, ...Object.fromEntries(kept.map((name) => [name, prior[name] ?? null])) };
}

function sameJson(one: Value, other: Value): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  const [before, after] = [jsonIn(one), jsonIn(other)];
  return before !== undefined && after !== undefined && sorted(before) === sorted(after);
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

function recomputed({ kind, config }: PlanProps, changes: readonly Change[], planned: Attributes): Attributes {
  const names = Object.entries(kind.recomputed ?? {}).filter(([name, causes]) => {
    // what config says, the API does not compute
    if (!(name in planned) || config[name] !== null) return false;
    return causes.some((cause) => cause === "*" || changes.some(({ path }) => covers(cause, path)));
  });
  return Object.fromEntries(names.map(([name]) => [name, UNKNOWN]));
}

/** Whether an entry of a table means a path: itself, or a block that it is in. */
function covers(entry: string, path: string): boolean {
  return path === entry || path.startsWith(`${entry}.`);
}

function distinct(changes: readonly Change[]): (readonly (string | number)[])[] {
  const steps = new Map(changes.map((change) => [JSON.stringify(change.steps), change.steps]));
  return [...steps.values()];
}
