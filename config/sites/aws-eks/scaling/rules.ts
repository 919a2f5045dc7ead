import { isNamedImage } from "../images/resolve";
import type { AwsRule, AwsRuleInput } from "../rule";
import type { NodeGroupConfig } from "../nodes/schema";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import { groupPath, type WrittenGroup } from "../../../pools/written-groups";
import { groupNamesInPartitions } from "../../../slurm/partitions";
import { isKarpenters, writtenEc2Groups } from "../nodes/ec2-groups";

const NODEPOOLS = "https://karpenter.sh/docs/concepts/nodepools/";
const NODECLASSES = "https://karpenter.sh/docs/concepts/nodeclasses/";
const RESERVATIONS = "https://karpenter.sh/docs/tasks/odcrs/";
const AUTO_MODE = "https://docs.aws.amazon.com/eks/latest/userguide/automode.html";

/** Pools of Karpenter, each with its text. */
export const writtenPools = (
  input: Pick<AwsRuleInput, "config" | "env">,
): WrittenGroup<NodeGroupConfig, ResolvedNodeGroup>[] =>
  writtenEc2Groups(input).filter(({ group }) => isKarpenters(group));

const isHeld = ({ machines: { capacity } }: ResolvedNodeGroup): boolean =>
  capacity.kind === "reservation" || capacity.kind === "capacity-block";

/** What stands in the way of any group, CPUs alone included. */
const WHOLE_CLUSTER =
  "Railyard's cluster is made without it. It is switched on for a whole cluster, with nodes, load balancers and block storage together, and its own parts would run beside those that Railyard installs";

/** What of a group the nodes of EKS Auto Mode cannot have. */
function autoModeFaults({ written, group }: WrittenGroup<NodeGroupConfig, ResolvedNodeGroup>): string[] {
  const { boot, image } = group.machines;
  return [
    ...(group.fabric.nodeSetup.interfaces.length > 0 ? ["its nodes take no layout of network interfaces"] : []),
    ...(boot.lustreClient || boot.gdrcopyModule || boot.script !== null || written.tuning || written.nodeadm
      ? ["its nodes run no user data, so no Lustre client, module, tuning or boot script"]
      : []),
    ...(isNamedImage(image) ? ["it takes no image of your own"] : []),
    ...(group.allocation === "dra" ? ["it has no dynamic resource allocation"] : []),
  ];
}

/** Who may start nodes of a group, and how many. */
export const SCALING_RULES: readonly AwsRule[] = [
  {
    id: "scaling/auto-mode",
    title: "Node groups are not scaled by EKS Auto Mode.",
    severity: "error",
    why: "Auto Mode owns image, user data and interfaces of its nodes: what Railyard sets up at their first boot has no place there.",
    source: `${AUTO_MODE}; https://docs.aws.amazon.com/eks/latest/userguide/create-node-class.html; https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateClusterConfig.html`,
    *check(input) {
      for (const one of writtenEc2Groups(input)) {
        if (one.written.scaledBy?.kind !== "eks-auto-mode") continue;
        const faults = autoModeFaults(one);
        const reason = faults.length > 0 ? faults.join("; ") : WHOLE_CLUSTER;
        yield {
          path: groupPath(one.group, "scaledBy", "kind"),
          message: `scaledBy is eks-auto-mode, which cannot run this group: ${reason}`,
          fix: `scaledBy: { kind: "karpenter" }, or leave it out for a managed node group`,
        };
      }
    },
  },
  {
    id: "scaling/range",
    title: "A pool of Karpenter that is paid by the hour has a range.",
    severity: "error",
    why: "With one number there is nothing to scale: a managed node group keeps a number, and Karpenter starts nodes only for pods that wait.",
    source: NODEPOOLS,
    *check(input) {
      for (const { written, group } of writtenPools(input)) {
        const { nodes } = written;
        if (isHeld(group)) continue;
        if (typeof nodes !== "number" && (nodes.min < nodes.max || nodes.max === 0)) continue;
        // a range that is upside down is told by nodes/range-order
        if (typeof nodes !== "number" && nodes.min > nodes.max) continue;
        const most = typeof nodes === "number" ? nodes : nodes.max;
        yield {
          path: groupPath(group, "nodes"),
          message: `nodes is ${typeof nodes === "number" ? nodes : `${nodes.min} to ${nodes.max}`}, which leaves Karpenter nothing to choose`,
          fix: `nodes: { min: 0, max: ${Math.max(1, most)} }, or leave scaledBy out`,
        };
      }
    },
  },
  {
    id: "scaling/reserved",
    title: "Nothing scales reserved capacity.",
    severity: "error",
    why: "A reservation or Capacity Block is paid whether nodes run or not: each node that is ended is money for nothing, and jobs wait until it has booted again.",
    source: RESERVATIONS,
    *check(input) {
      for (const { written, group } of writtenPools(input)) {
        const { nodes } = written;
        if (!isHeld(group) || typeof nodes === "number") continue;
        yield {
          path: groupPath(group, "nodes"),
          message: `nodes is ${nodes.min} to ${nodes.max}, but the capacity is held, and paid in full`,
          fix: `nodes: ${nodes.max}`,
        };
      }
    },
  },
  {
    id: "scaling/reservation-id",
    title: "Karpenter is told a reservation by its id.",
    severity: "error",
    why: "It finds reservations by id or tags, and knows no resource groups: the pool would start no node.",
    source: `${NODECLASSES}#speccapacityreservationselectorterms`,
    *check(input) {
      for (const { group } of writtenPools(input)) {
        const { capacity } = group.machines;
        if (capacity.kind !== "reservation" || capacity.target.startsWith("cr-")) continue;
        yield {
          path: groupPath(group, "capacity", "target"),
          message: `the target is a resource group of reservations, which Karpenter does not know`,
          fix: `a pool for each reservation, by its id, such as cr-0123456789abcdef0, or leave scaledBy out`,
        };
      }
    },
  },
  {
    id: "scaling/minimum",
    title: "A minimum of nodes is kept by somebody.",
    severity: "error",
    why: "A NodePool has no least number of nodes: Slurm's pods keep it where they have the pool, and nothing does elsewhere.",
    source: NODEPOOLS,
    *check(input) {
      const inSlurm = groupNamesInPartitions(input.env);
      for (const { written, group } of writtenPools(input)) {
        const { nodes } = written;
        if (typeof nodes === "number" || nodes.min === 0 || nodes.min >= nodes.max || inSlurm.has(group.name)) continue;
        yield {
          path: groupPath(group, "nodes", "min"),
          message: `nodes.min is ${nodes.min}, but no partition of Slurm has the pool, and Karpenter keeps no minimum`,
          fix: `nodes: { min: 0, max: ${nodes.max} }`,
        };
      }
    },
  },
  {
    id: "scaling/fallback",
    title: "Nodes that may be bought in two ways are Karpenter's.",
    severity: "error",
    why: "A managed node group buys spot or on demand, never one after the other.",
    source:
      "https://docs.aws.amazon.com/eks/latest/userguide/managed-node-groups.html#managed-node-group-capacity-types",
    *check(input) {
      for (const { group } of writtenEc2Groups(input)) {
        const { capacity } = group.machines;
        if (isKarpenters(group) || capacity.kind !== "spot" || capacity.onDemandFallback !== true) continue;
        yield {
          path: groupPath(group, "capacity", "onDemandFallback"),
          message: "onDemandFallback is true, but the group is a managed node group",
          fix: `scaledBy: { kind: "karpenter" } with a range of nodes, or remove onDemandFallback`,
        };
      }
    },
  },
];
