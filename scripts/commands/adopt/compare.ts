import { isDeepStrictEqual } from "node:util";
import { adoptSchema, type AdoptableKind } from "../../../config/sites/aws-eks/adopt/schema";
import { NEVER_COMPARED } from "../../../stacks/adopted-resources";
import { catalogType, replacedBy } from "../../catalog/catalog";
import { KINDS } from "../../rehearsal/kinds";
import type { StackResource } from "../../lib/terraform/stack-json";
import type { Attributes, Value } from "../../rehearsal/value";
import type { FoundPart } from "./found";
import type { Places } from "./planned";

/** What a difference does: `kept` is left as it is, by `keeps`. */
export type Effect = "in place" | "replaced" | "kept";

/** One argument that is not as the config has it. */
export interface Difference {
  readonly place: string;
  /** As in `aws_fsx_lustre_file_system.lustre`. */
  readonly address: string;
  readonly attribute: string;
  readonly actual: unknown;
  /** Text in angle brackets for what is made with it. */
  readonly desired: unknown;
  readonly effect: Effect;
  /** Config value with which there is no difference. */
  readonly fix?: string;
}

export interface CompareProps {
  readonly kind: AdoptableKind;
  readonly parts: readonly FoundPart[];
  readonly places: Places;
}

/** Compares what AWS says of a resource with what the config would make. */
export function compare({ kind, parts, places }: CompareProps): Difference[] {
  const idAt = new Map(parts.flatMap(({ place, id }) => (places.has(place) ? [[places.get(place)!.address, id]] : [])));
  return parts.flatMap((part) => {
    const resource = places.get(part.place);
    return resource ? comparePart(kind, part, resource, idAt as Map<string, string>) : [];
  });
}

/** Arguments that the schema lets a resource keep. */
export function keepable(kind: AdoptableKind): readonly string[] {
  const shape = adoptSchema.shape[kind].unwrap().shape as {
    keeps?: { unwrap: () => { element: { options: string[] } } };
  };
  return shape.keeps?.unwrap().element.options ?? [];
}

function comparePart(
  kind: AdoptableKind,
  { place, actual }: FoundPart,
  { type, address, json }: StackResource,
  idAt: ReadonlyMap<string, string>,
): Difference[] {
  const ignored = (NEVER_COMPARED[type] ?? []).map((path) => path.replace("[0]", ""));
  const pairs = Object.entries(actual)
    .filter(([attribute]) => !ignored.includes(attribute))
    .map(([attribute, actual]) => ({ attribute, actual, desired: planned(json, attribute, idAt) }));
  const sides = (side: "actual" | "desired") =>
    nested(pairs.map((pair) => [pair.attribute, pair[side] === UNDECIDED ? pair.actual : pair[side]]));
  const replacing = [...replacedBy(type), ...(KINDS[type]?.forcesNewWhen?.(sides("actual"), sides("desired")) ?? [])];
  return pairs
    .filter(({ actual, desired }) => desired !== UNDECIDED && !same(actual, desired))
    .map(({ attribute, actual, desired }) => {
      const covers = (entry: string) => attribute === entry || attribute.startsWith(`${entry}.`);
      const stays = actual === null ? NEVER_ADDED.some(covers) : [...replacing, ...IRREVERSIBLE].some(covers);
      const kept = stays && keepable(kind).some(covers);
      const effect: Effect = kept ? "kept" : replacing.some(covers) ? "replaced" : "in place";
      const fix = kept ? undefined : catalogType(type)?.adopted?.keepBy?.[attribute]?.(actual);
      return { place, address, attribute, actual, desired, effect, ...(fix !== undefined && { fix }) };
    });
}

/**
 * A key of a cluster cannot become another one, though the provider would try.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/enable-kms.html
 */
const IRREVERSIBLE = ["encryption_config"];

/**
 * What a resource was made without, it never gets.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html
 */
const NEVER_ADDED = ["metadata_configuration"];

/** The config does not say, or Terraform will only know later. */
const UNDECIDED = Symbol("undecided");

/** What the config has for an argument, blocks without indexes. */
function planned(
  json: Readonly<Record<string, unknown>>,
  attribute: string,
  idAt: ReadonlyMap<string, string>,
): unknown {
  let value: unknown = json;
  for (const step of attribute.split(".")) {
    if (Array.isArray(value)) value = value[0];
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined;
  }
  if (value === undefined) return ABSENT_MEANS_NONE.includes(attribute) ? null : UNDECIDED;
  if (attribute === "policy") return statementsOf(String(value));
  if (attribute === "rule") return (value as { id?: string }[]).map(({ id }) => id);
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  const resolved = values.map((each) => reference(each, idAt));
  if (resolved.includes(UNDECIDED)) return UNDECIDED;
  return Array.isArray(value) ? resolved : resolved[0];
}

/** Names of the statements of a policy, which has references in it: it is no JSON before Terraform has read it. */
export const statementsOf = (policy: string): string[] =>
  [...policy.matchAll(/"Sid"\s*:\s*"([^"]+)"/g)].map(([, sid]) => sid!);

/** Arguments that a stack leaves out on purpose: where AWS has a value, Terraform takes it away. */
const ABSENT_MEANS_NONE = ["import_path", "export_path", "imported_file_chunk_size", "drive_cache_type"];

/** `${aws_vpc.vpc.id}` of something that is adopted is its id; of something else, it is something new. */
function reference(value: unknown, idAt: ReadonlyMap<string, string>): unknown {
  if (typeof value !== "string" || !value.includes("${")) return value;
  const [, address, attribute] = /^\$\{([a-z0-9_]+\.[\w-]+)\.(\w+)\}$/.exec(value) ?? [];
  if (address === undefined || address.startsWith("local.") || address.startsWith("data.")) return UNDECIDED;
  const id = idAt.get(address);
  if (id === undefined) return `<the new ${address}>`;
  return attribute === "id" || attribute === "bucket" ? id : UNDECIDED;
}

function same(actual: unknown, desired: unknown): boolean {
  return isDeepStrictEqual(plain(actual), plain(desired));
}

/** Sets have no order; the provider writes some numbers and switches as text. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(String).sort();
  return value === null || value === undefined ? null : String(value);
}

function nested(pairs: readonly (readonly [string, unknown])[]): Attributes {
  const whole: Record<string, Value> = {};
  for (const [path, value] of pairs) {
    const steps = path.split(".");
    let at = whole;
    for (const step of steps.slice(0, -1)) {
      at[step] ??= [{}];
      at = (at[step] as Record<string, Value>[])[0]!;
    }
    at[steps.at(-1)!] = value as Value;
  }
  return whole;
}
