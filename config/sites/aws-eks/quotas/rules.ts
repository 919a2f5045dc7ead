import {
  instanceQuota,
  QUOTA_SOURCES,
  type PurchaseKind,
  type Quota,
  type QuotaCode,
  QUOTAS,
} from "../../../facts/quotas";
import { INSTANCE_TYPES, type InstanceTypeName } from "../../../facts/instance-types";
import type { AwsEnvironment } from "../environment";
import type { AwsRule } from "../rule";
import type { ResolvedCapacity } from "../capacity/resolve";
import { ec2Groups } from "../nodes/ec2-groups";

const ON_DEMAND = QUOTA_SOURCES["ec2-on-demand"].url;

/** vCPUs that count on one quota at full size, and what needs them. */
interface Need {
  readonly vcpus: number;
  /** Node groups, in their order. */
  readonly groups: readonly string[];
  readonly systemNodes: boolean;
}

/**
 * What AWS lets a new account run. What an account really has is not in config: preflight asks it. Capacity Blocks count
 * on no quota, and whoever has a reservation had the quota when it was made.
 */
export const DEFAULT_QUOTA_RULES: readonly AwsRule[] = [
  {
    id: "capacity/default-quota",
    title: "The nodes that are bought by the hour fit into the quota that AWS gives a new account.",
    severity: "warning",
    why: "Above its quota EC2 starts no instance: the node group waits, and fails. A higher one takes AWS hours to weeks.",
    source: `${ON_DEMAND}; ${QUOTA_SOURCES["ec2-spot"].url}`,
    *check({ env }) {
      for (const [code, need] of needs(env)) {
        const { default: most, meaning }: Quota = QUOTAS[code];
        const [first] = need.groups;
        if (most === null || first === undefined || need.vcpus <= most) continue;
        yield {
          path: ["nodeGroups", first, "nodes"],
          message: `${need.groups.join(", ")} ${need.systemNodes ? "and the system nodes need" : need.groups.length > 1 ? "need" : "needs"} ${number(need.vcpus)} vCPUs of "${meaning}" (${code}) in ${env.region}; AWS gives a new account ${most}, and what this one has is unknown here`,
          fix: `ask the account: npx railyard preflight ${env.name}; where it has less, have ${code} raised to ${number(need.vcpus)}; then ignore this rule with the date`,
        };
      }
    },
  },
];

/** What counts on each quota. System nodes count, but do not stand for themselves: every environment has them. */
function needs(env: AwsEnvironment): Map<QuotaCode, Need> {
  const found = new Map<QuotaCode, Need>();
  const add = (type: InstanceTypeName, purchase: PurchaseKind, nodes: number, group?: string) => {
    const { family, vcpus } = INSTANCE_TYPES[type];
    const code = instanceQuota(family, purchase);
    if (code === null) return;
    const before = found.get(code) ?? { vcpus: 0, groups: [], systemNodes: false };
    const groups = group === undefined ? before.groups : [...before.groups, group];
    found.set(code, { vcpus: before.vcpus + vcpus * nodes, groups, systemNodes: group === undefined });
  };
  for (const {
    name,
    machines: { instanceType, capacity },
    count: nodes,
  } of ec2Groups(env))
    for (const purchase of purchasesOf(capacity)) add(instanceType, purchase, nodes.max, name);
  const { instanceType, count } = env.cluster.systemNodes;
  add(instanceType, "on-demand", count);
  return found;
}

/** Ways in which nodes by the hour are bought: each counts on a quota of its own. */
function purchasesOf(capacity: ResolvedCapacity): PurchaseKind[] {
  if (capacity.kind === "spot") return capacity.onDemandFallback ? ["spot", "on-demand"] : ["spot"];
  return capacity.kind === "on-demand" ? ["on-demand"] : [];
}

/** With commas between its thousands. `toLocaleString` reads the tables of a language first: a fiftieth of a synth. */
const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
