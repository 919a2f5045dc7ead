import type { EnvironmentIssues, Issue } from "./issues";
import { orList } from "./nearest";
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
  const shared = sharedNames(mine, other);
  if (shared.length) {
    issues.push({
      path: ["name"],
      message: `${orList(shared.map((n) => JSON.stringify(n)))} would be a resource of this environment and of ${JSON.stringify(other.table)}, in one account`,
      hint: "rename an environment or a node group, so that no name begins with another and goes on like one of its parts",
    });
  }
  return issues;
}

/**
 * Resources are called `<environment>-<part>`: an environment `a` with the group `b-c` and an environment `a-b` with
 * the group `c` would fight for one name. Roles are global in an account, so the Region does not matter.
 */
function sharedNames(mine: Outline, other: Outline): string[] {
  if (mine.account !== other.account || mine.name === other.name) return [];
  const theirs = new Set(resourceNames(other));
  return resourceNames(mine).filter((name) => theirs.has(name));
}

function resourceNames({ name, input }: Outline): string[] {
  const { nodeGroups } = input as { nodeGroups?: unknown };
  const groups = typeof nodeGroups === "object" && nodeGroups !== null ? Object.keys(nodeGroups) : [];
  return typeof name === "string" ? [...RESOURCE_PARTS, ...groups].map((part) => `${name}-${part}`) : [];
}

/** What names of resources end with, beside node groups: see the stacks. */
const RESOURCE_PARTS = [
  "cluster",
  "node",
  "system",
  "vpc",
  "vpc-cni",
  "ebs-csi",
  "efa",
  "lustre",
  "flow-logs",
  "jobs",
  "mountpoint",
  "state",
  "storage",
];

const isBlock = (value: unknown): value is string => cidrSchema.safeParse(value).success;
