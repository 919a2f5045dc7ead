import { adoptedTwice } from "./adopted-twice";
import { pathText, type ConfigPath, type Issue } from "../kernel/issues";
import { orList } from "../kernel/nearest";
import { githubProvider } from "./github-provider";
import type { Outline } from "./outline";
import { overlaps } from "../kernel/cidr";
import { oneCluster } from "./one-cluster";
import type { AcrossRuleId } from "./rules";
import { cidrSchema } from "../kernel/key";
import { sharedGuids } from "./shared-guids";
import { sharedBuckets } from "./shared-buckets";
import { sharedDatasets } from "./shared-datasets";
import { sharedReplicas } from "./shared-replicas";
import { record } from "../kernel/plain";

/**
 * Collisions between environments, by environment: one name used twice, address blocks that overlap, capacity, buckets
 * or a cluster that two would use. Each is of a rule in config/across/rules.ts. Only collisions that touch an environment of `wanted` are told.
 */
export function crossEnvironmentIssues(
  outlines: readonly Outline[],
  wanted: readonly string[],
): ReadonlyMap<string, readonly Issue[]> {
  return new Map(
    outlines
      .filter((o) => wanted.includes(o.table))
      .map((o) => [
        o.table,
        [
          ...outlines.flatMap((other) => (other === o ? [] : collisions(o, other, wanted))),
          ...of("environments/shared-capacity", sharedCapacity(o, outlines)),
        ],
      ]),
  );
}

function collisions(subject: Outline, other: Outline, wanted: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  // a name that differs from its row is told where it is wrong: once
  const reported = subject.name !== subject.table || (other.name !== other.table && wanted.includes(other.table));
  if (!reported && typeof subject.name === "string" && subject.name === other.name) {
    issues.push({
      rule: "environments/name-twice",
      path: ["name"],
      message: `${JSON.stringify(subject.name)} is also the name of the environment in the row ${JSON.stringify(other.table)}`,
      hint: "names of environments name state, stacks and resources: choose another",
    });
  }
  issues.push(...sharedBlock(subject, other));
  const shared = reported ? [] : sharedNames(subject, other);
  if (shared.length) {
    issues.push({
      rule: "environments/resource-names",
      path: ["name"],
      message: `${orList(shared.map((n) => JSON.stringify(n)))} would be a resource of this environment and of ${JSON.stringify(other.table)}, in one account`,
      hint: "rename an environment or a node group, so that no name begins with another and goes on like one of its parts",
    });
  }
  return [
    ...issues,
    ...(reported ? [] : of("environments/name-prefix", namePrefix(subject, other))),
    ...of("environments/one-provider", githubProvider(subject, other)),
    ...of("environments/adopted-twice", adoptedTwice(subject, other)),
    ...of("environments/one-cluster", oneCluster(subject, other)),
    ...of("environments/shared-guids", sharedGuids(subject, other)),
    ...sharedBuckets(subject, other),
    ...sharedDatasets(subject, other),
    ...sharedReplicas(subject, other),
  ];
}

const of = (rule: AcrossRuleId, issues: readonly Issue[]): Issue[] => issues.map((issue) => ({ ...issue, rule }));

/** Roles of a pipeline are bounded by the name of its environment, and so reach all names that begin with it. */
function namePrefix(subject: Outline, other: Outline): Issue[] {
  if (subject.account !== other.account) return [];
  const hasPipeline = ({ input }: Outline) => typeof record(input).ci === "object" && record(input).ci !== null;
  return [[subject, other] as const, [other, subject] as const]
    .filter(([short, long]) => hasPipeline(short) && String(long.name).startsWith(`${String(short.name)}-`))
    .map(([short, long]) => ({
      path: ["name"],
      message: `roles of the pipeline of ${JSON.stringify(short.name)} reach what is called ${String(long.name)}-…, of the environment ${JSON.stringify(long.table)} in the same account`,
      hint: `choose a name that does not begin with ${String(short.name)}- before it is deployed, or another account`,
    }));
}

/** Equal blocks are legal where networks never meet: in different accounts or Regions, unless config says that they do. */
function sharedBlock(subject: Outline, other: Outline): Issue[] {
  if (!isBlock(subject.cidr) || !isBlock(other.cidr) || !overlaps(subject.cidr, other.cidr)) return [];
  const isOnePlace = !differ(subject.account, other.account) && !differ(subject.region, other.region);
  if (!isOnePlace && !reaches(subject, other.cidr) && !reaches(other, subject.cidr)) return [];
  return [
    {
      rule: isOnePlace ? "environments/cidr-overlap" : "environments/cidr-connected",
      path: ["network", "cidr"],
      message: `${subject.cidr} overlaps ${other.cidr} of the environment ${JSON.stringify(other.table)}`,
      hint: "choose a block that no environment uses, such as the next /16",
    },
  ];
}

/** What is missing or wrong is not known to differ. */
const differ = (a: unknown, b: unknown): boolean => typeof a === "string" && typeof b === "string" && a !== b;

/** Whether an environment names a network outside of its own VPC in which the block lies. */
function reaches({ cidr, input }: Outline, block: string): boolean {
  const given = record(record(record(input).cluster).endpoint).privateCidrs;
  return Array.isArray(given) && given.some((one) => isBlock(one) && one !== cidr && overlaps(one, block));
}

/** Environments that are named one by one; of more, how many they are. */
const NAMED = 3;

/**
 * A reservation or block has one number of instances: all environments that use it fit into it only when that number says so.
 * One issue for each reservation, however many use it.
 */
function sharedCapacity(subject: Outline, outlines: readonly Outline[]): Issue[] {
  return [...usedCapacity(subject)].flatMap(([id, used]) => {
    const others = outlines.flatMap((other) => {
      const too = other === subject || other.account !== subject.account ? undefined : usedCapacity(other).get(id);
      return too ? [{ table: other.table, ...too }] : [];
    });
    const count = used.count ?? others.find((one) => one.count !== undefined)?.count;
    const nodes = others.reduce((sum, one) => sum + one.nodes, used.nodes);
    if (others.length === 0 || (count !== undefined && nodes <= count)) return [];
    const places = others.map(({ path, table }) => `${pathText(path.slice(0, 2))} of ${JSON.stringify(table)}`);
    const more = places.length - NAMED;
    const named = more > 0 ? `${places.slice(0, NAMED).join(", ")} and ${more} more` : places.join(", ");
    return {
      path: used.path,
      message: `${JSON.stringify(id)} is used by ${others.length + 1} environments: this one and ${named} ask for up to ${nodes} nodes together, ${count === undefined ? "and capacity.count does not say how many there are" : `but ${count} are reserved`}`,
      hint: "use another reservation, lower nodes, or say in capacity.count that there are enough for all",
    };
  });
}

interface UsedCapacity {
  readonly path: ConfigPath;
  /** Most nodes of all groups that use it. */
  readonly nodes: number;
  readonly count: number | undefined;
}

/** What an environment uses of reservations and blocks, by id. */
function usedCapacity({ input }: Outline): Map<string, UsedCapacity> {
  const used = new Map<string, UsedCapacity>();
  for (const [group, written] of Object.entries(record(record(input).nodeGroups))) {
    const { nodes, capacity: given } = record(written);
    const capacity = record(given);
    const key = capacity.kind === "reservation" ? "target" : "id";
    const id = capacity[key];
    if (typeof id !== "string") continue;
    const before = used.get(id);
    used.set(id, {
      path: before?.path ?? ["nodeGroups", group, "capacity", key],
      nodes: (before?.nodes ?? 0) + mostOf(nodes),
      count: before?.count ?? (typeof capacity.count === "number" ? capacity.count : undefined),
    });
  }
  return used;
}

/** Most nodes of a group; of a number that is none of nodes, its own file is told, and no sum of others. */
function mostOf(nodes: unknown): number {
  const most = typeof nodes === "object" ? record(nodes).max : nodes;
  return Number.isInteger(most) && Number(most) > 0 ? Number(most) : 0;
}

/**
 * Resources are called `<environment>-<part>`: an environment `a` with the group `b-c` and an environment `a-b` with
 * the group `c` would fight for one name. Roles are global in an account, so the Region does not matter.
 */
function sharedNames(subject: Outline, other: Outline): string[] {
  if (subject.account !== other.account || subject.name === other.name) return [];
  const others = new Set(resourceNames(other));
  return resourceNames(subject).filter((name) => others.has(name));
}

function resourceNames({ name, input }: Outline): string[] {
  const groups = Object.keys(record(record(input).nodeGroups));
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
  "ci-plan",
  "ci-deploy",
  "ci-boundary",
];

const isBlock = (value: unknown): value is string => cidrSchema.safeParse(value).success;
