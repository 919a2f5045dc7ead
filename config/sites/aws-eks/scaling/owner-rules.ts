import { groupPath } from "../../../pools/written-groups";
import type { AwsEnvironment } from "../environment";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import { ec2Groups, isKarpenters } from "../nodes/ec2-groups";
import type { AwsRule } from "../rule";

const SOURCE =
  "https://karpenter.sh/docs/concepts/nodepools/ (NodePools should be mutually exclusive); https://github.com/aws/karpenter-provider-aws/issues/3127";

/** Who starts nodes of one type. */
interface Owner {
  /** Group, or null for the system nodes. */
  readonly group: ResolvedNodeGroup | null;
  readonly label: string;
  readonly instanceType: string;
  readonly zones: readonly string[];
  /** Ways in which its nodes are bought. */
  readonly bought: readonly string[];
  readonly isKarpenters: boolean;
}

function boughtOf({ machines: { capacity } }: ResolvedNodeGroup): string[] {
  if (capacity.kind === "spot" && capacity.onDemandFallback) return ["spot", "on-demand"];
  if (capacity.kind === "reservation") return [capacity.target];
  if (capacity.kind === "capacity-block") return [capacity.id];
  return [capacity.kind];
}

function ownersOf(env: AwsEnvironment): Owner[] {
  const { systemNodes } = env.cluster;
  return [
    {
      group: null,
      label: "the system nodes",
      instanceType: systemNodes.instanceType,
      zones: env.network.clusterZones,
      bought: ["on-demand"],
      isKarpenters: false,
    },
    ...ec2Groups(env).map((group) => ({
      group,
      label: `the ${isKarpenters(group) ? "pool" : "managed node group"} ${group.name}`,
      instanceType: group.machines.instanceType,
      zones: group.machines.zones,
      bought: boughtOf(group),
      isKarpenters: isKarpenters(group),
    })),
  ];
}

/** A managed group and a pool are two owners whatever they buy; two pools are where they would start the same nodes. */
function clash(a: Owner, b: Owner): readonly string[] {
  if (a.instanceType !== b.instanceType || (!a.isKarpenters && !b.isKarpenters)) return [];
  if (a.isKarpenters && b.isKarpenters && !a.bought.some((way) => b.bought.includes(way))) return [];
  return a.zones.filter((zone) => b.zones.includes(zone));
}

/** Never two owners of one instance type in one zone, where one of them is Karpenter. */
export const SCALING_OWNER_RULES: readonly AwsRule[] = [
  {
    id: "scaling/two-owners",
    title: "One instance type in one zone has one owner where Karpenter is one.",
    severity: "error",
    why: "Both would start nodes for the same pods, with other interfaces and at other prices: jobs then mix nodes with EFA and without it, and each owner takes the capacity and quota of the other.",
    source: SOURCE,
    *check({ env }) {
      const owners = ownersOf(env);
      for (const [index, owner] of owners.entries()) {
        for (const other of owners.slice(0, index)) {
          const zones = clash(owner, other);
          if (zones.length === 0) continue;
          const at = owner.isKarpenters ? owner : other;
          const against = at === owner ? other : owner;
          yield {
            path: groupPath({ name: at.group?.name ?? "" }, "scaledBy"),
            message: `${owner.instanceType} in ${zones.join(", ")} would be started by the pool ${at.group?.name ?? ""} and by ${against.label}`,
            fix: "another instance type or another zone for one of the two, or join them",
          };
        }
      }
    },
  },
];
