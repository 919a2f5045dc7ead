import { COMPONENTS } from "../../../config/components/registry";
import type { ChartName } from "../../../config/facts/versions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { policyOf } from "../../lib/environments/schema-path";

/** The update policy of a key, as its schema says it. */
export function policyText(...path: string[]): string {
  const { policy, note } = policyOf(path);
  return `${path.join(".")} is ${policy ?? "of unknown effect"}${note === undefined ? "" : `: ${note}`}`;
}

/** What a new Kubernetes minor does while nodes are still the old ones. */
export const CONTROL_PLANE_JOBS = [
  "The control plane and the add-ons: jobs go on. Whatever calls the Kubernetes API, the Slurm operator too, is interrupted for minutes.",
  "The system nodes roll: Slurm's controller and login pods move; sessions on login pods end.",
];

/**
 * What a new image does to the nodes of a group, one step after another.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
 */
export function rollJobs(
  { name, machines: { capacity, maxUnavailable }, count: nodes }: ResolvedNodeGroup,
  env: AwsEnvironment,
): string[] {
  const partitions = Object.entries(env.slurm?.partitions ?? {}).flatMap(([partition, { nodeGroups }]) =>
    nodeGroups.includes(name) ? [partition] : [],
  );
  const whose = partitions.length === 0 ? "" : ` (partitions: ${partitions.join(", ")})`;
  const atATime = maxUnavailable === 1 ? "one node" : `${maxUnavailable} nodes`;
  const all = nodes.max === 1 ? "its node is" : `its ${nodes.max} nodes are`;
  return [
    `${name}: ${all} drained and made anew, ${atATime} at a time${whose}. railyard deploy drains them in Slurm and waits for their jobs first. Where something else applies it, do so by hand: a busy slurmd pod is kept, and the update fails after 15 minutes.`,
    ...(capacity.kind === "reservation" && (capacity.count === undefined || capacity.count <= nodes.max)
      ? [
          `${name} may fill its reservation: EKS starts new nodes before it ends old ones. Lower nodes by one before, and raise it again after.`,
        ]
      : []),
    ...(capacity.kind === "capacity-block"
      ? [`${name} is a Capacity Block: have no node in it while it is updated (desired size 0).`]
      : []),
  ];
}

/** What a new version of a chart does to jobs that run. */
export function chartJobs(chart: ChartName): string {
  const { stack, review } = COMPONENTS[chart];
  if (stack === "crds")
    return `${chart}: nothing that runs notices; objects that no longer fit the new definitions are refused.`;
  return `${chart}: ${review.changed ?? "its pods restart; jobs go on"}.`;
}
