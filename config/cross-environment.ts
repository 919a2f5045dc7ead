import type { EnvironmentIssues, Issue } from "./issues";
import { overlaps } from "./resolve/cidr";
import { cidrSchema } from "./schema/key";

/** What is compared between environments; values may be of any type, since other files may be wrong. */
export interface Outline {
  /** Name in the table of environments. */
  readonly table: string;
  readonly name: unknown;
  readonly account: unknown;
  readonly region: unknown;
  readonly cidr: unknown;
  readonly input: object;
}

/**
 * Collisions between environments: one name used twice, or address blocks that overlap. Blocks must be apart
 * in different accounts too: else no two environments could ever be peered, nor reach one file system.
 * Only collisions that touch an environment of `wanted` are told.
 */
export function crossEnvironmentIssues(outlines: readonly Outline[], wanted: readonly string[]): EnvironmentIssues[] {
  return outlines
    .filter((o) => wanted.includes(o.table))
    .map((o) => ({
      environment: o.table,
      issues: outlines.flatMap((other) => (other === o ? [] : collisions(o, other))),
    }))
    .filter(({ issues }) => issues.length > 0);
}

function collisions(mine: Outline, other: Outline): Issue[] {
  const issues: Issue[] = [];
  if (typeof mine.name === "string" && mine.name === other.name) {
    issues.push({
      path: ["name"],
      message: `${JSON.stringify(mine.name)} is also the name of the environment in the row ${JSON.stringify(other.table)}`,
      hint: "names of environments name state, stacks and resources: choose another",
    });
  }
  if (isBlock(mine.cidr) && isBlock(other.cidr) && overlaps(mine.cidr, other.cidr)) {
    issues.push({
      path: ["network", "cidr"],
      message: `${mine.cidr} overlaps ${other.cidr} of the environment ${JSON.stringify(other.table)}`,
      hint: "choose a block that no environment uses, such as the next /16",
    });
  }
  return issues;
}

const isBlock = (value: unknown): value is string => cidrSchema.safeParse(value).success;
