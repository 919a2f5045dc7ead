import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ReviewedChange } from "../changes/resource-changes";
import type { Finding, ReviewInput, Section, Step } from "../model";

/** What every section looks at. */
export interface ChangeSet {
  readonly input: ReviewInput;
  /** Changes of all stacks, without noise. */
  readonly changes: readonly ReviewedChange[];
  /** Changes of some resource types. */
  readonly ofType: (...types: readonly string[]) => readonly ReviewedChange[];
  /** Changes of a type with a value in an attribute, before or after. */
  readonly where: (type: string, attribute: string, value: unknown) => readonly ReviewedChange[];
  /** Both environments, where there are two to compare. */
  readonly both: { readonly before: SiteEnvironment; readonly after: SiteEnvironment } | null;
  /** The environment as it runs, or as it will. */
  readonly env: SiteEnvironment | null;
}

/** A finding, and the config keys that it tells the effect of. */
export interface SectionFinding extends Finding {
  /** `nodeGroups.h100`: that key, and all that are in it. */
  readonly about?: readonly string[];
}

/** Changes of a review with indexes by type, value and address. */
export function changeSetOf(input: ReviewInput, changes: readonly ReviewedChange[]): ChangeSet {
  const byType = grouped(changes, ({ type }) => [type]);
  const byValue = new Map<string, ReadonlyMap<unknown, readonly ReviewedChange[]>>();
  const where: ChangeSet["where"] = (type, attribute, value) => {
    const name = `${type} ${attribute}`;
    const known =
      byValue.get(name) ??
      grouped(byType.get(type) ?? [], ({ before, after }) => [before?.[attribute], after?.[attribute]]);
    byValue.set(name, known);
    return value === undefined || value === null ? [] : (known.get(value) ?? []);
  };
  const { before, after } = input;
  return {
    input,
    changes,
    ofType: (...types) => types.flatMap((type) => byType.get(type) ?? []),
    where,
    both: before && after && { before, after },
    env: before ?? after,
  };
}

function grouped<K>(
  changes: readonly ReviewedChange[],
  keysOf: (change: ReviewedChange) => readonly K[],
): Map<K, ReviewedChange[]> {
  const groups = new Map<K, ReviewedChange[]>();
  for (const change of changes) {
    for (const key of new Set(keysOf(change))) {
      const group = groups.get(key);
      if (group) group.push(change);
      else groups.set(key, [change]);
    }
  }
  return groups;
}

/** What an acknowledgement calls a change. */
export function fullAddress({ stack, address }: Pick<ReviewedChange, "stack" | "address">): string {
  return `${stack}.${address}`;
}

/** Address of what a config key does, where no resource has it alone: `research-slurm.config.slurm.partitions.train`. */
export function configAddress({ name }: Pick<SiteEnvironment, "name">, role: string, path: string): string {
  return `${name}-${role}.config.${path}`;
}

interface Words {
  readonly title: string;
  readonly details?: readonly (string | null)[];
  readonly safer?: readonly Step[];
  readonly about?: readonly string[];
}

/** A finding on a change; details that are null are left out. */
export function findingOn(
  section: Section,
  severity: Finding["severity"],
  on: Pick<ReviewedChange, "stack" | "address"> | string,
  { title, details = [], safer = [], about }: Words,
): SectionFinding {
  return {
    section,
    severity,
    title,
    details: details.filter((line) => line !== null),
    ...(safer.length > 0 && { safer }),
    address: typeof on === "string" ? on : fullAddress(on),
    ...(about && { about }),
  };
}
