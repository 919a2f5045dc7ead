import type { AwsEnvironment } from "../environment";

/** How many nodes the cluster has when every group is at its largest. */
export function nodesAtMost({ cluster, nodeGroups }: Pick<AwsEnvironment, "cluster" | "nodeGroups">): number {
  return nodeGroups.reduce((sum, { count: nodes }) => sum + nodes.max, cluster.systemNodes.count);
}
