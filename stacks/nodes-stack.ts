import { AutoscalingSchedule } from "@cdktf/provider-aws/lib/autoscaling-schedule";
import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { ResolvedNodeGroup } from "../config/resolve/node-groups";
import { GpuNodeGroup, type GpuNodeGroupProps } from "../constructs/nodes/gpu-node-group";
import { sharingLabels } from "../constructs/platform/gpu-sharing";
import type { ClusterStack, ClusterValues } from "./cluster-stack";
import { BaseStack } from "./base-stack";
import type { NetworkStack, NetworkValues } from "./network-stack";
import { nodeCapacity } from "./node-capacity";
import { nodeImage } from "./node-image";
import { consume, publish } from "./shared-values";

/** The node groups that run jobs. */
export class NodesStack extends BaseStack {
  constructor(scope: Construct, env: ResolvedEnvironment, networkStack: NetworkStack, clusterStack: ClusterStack) {
    super(scope, env, "nodes");
    const network = consume(this, networkStack, networkStack.values);
    const cluster = consume(this, clusterStack, clusterStack.values);
    const names: Record<string, string> = {};
    for (const group of env.nodeGroups) {
      const built = new GpuNodeGroup(this, `group-${group.name}`, this.groupProps(group, network, cluster));
      names[group.name] = built.nodeGroupName;
      this.scheduleBlockStart(group, built);
    }
    publish(this, { nodeGroups: names });
  }

  private groupProps(group: ResolvedNodeGroup, network: NetworkValues, cluster: ClusterValues): GpuNodeGroupProps {
    const { env } = this;
    const { nodes } = group;
    const base = {
      name: env.names.resource(group.name),
      clusterName: cluster.clusterName,
      nodeRoleArn: cluster.nodeRoleArn,
      instanceType: group.instanceType,
      capacity: nodeCapacity(group),
      image: nodeImage(group, env, cluster),
      clusterSecurityGroupId: cluster.clusterSecurityGroupId,
      // EKS takes no maximum of zero
      scaling: { minSize: nodes.min, maxSize: Math.max(1, nodes.max), desiredSize: nodes.initial },
      desiredSizeOwner: nodes.owner === "terraform" ? "terraform" : "elsewhere",
      labels: { ...group.labels, ...sharingLabels(group.sharing) },
      taints: group.taints,
      rootVolume: { sizeGiB: group.rootVolumeGiB },
      update: { count: group.maxUnavailable },
      repair: repairOf(group),
      // default tags of the provider do not reach instances, volumes and interfaces that a template launches
      tags: { ...env.tags, "railyard:node-group": group.name },
    } as const;
    const [first = "", ...rest] = group.zones.map((zone) => network.privateSubnetIds[zone] ?? "");
    if (group.fabric.kind === "none") return { ...base, subnetIds: [first, ...rest] };
    return {
      ...base,
      subnetIds: [first],
      efaSecurityGroupId: network.efaSecurityGroupId,
      networkInterfaces: group.fabric.interfaces.map(([card, device, type]) => ({ card, device, type })),
    };
  }

  /**
   * EKS scales a Capacity Block group to zero before the block ends, but nobody starts it: this does. AWS refuses
   * schedules in the past, so once the block has begun there is none, and the group is made at full size.
   * @see https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html
   */
  private scheduleBlockStart({ capacity, nodes }: ResolvedNodeGroup, built: GpuNodeGroup): void {
    if (capacity.kind !== "capacity-block" || nodes.window !== "before") return;
    new AutoscalingSchedule(built, "block-start", {
      scheduledActionName: "railyard-block-start",
      autoscalingGroupName: built.autoScalingGroupName,
      startTime: new Date(capacity.start).toISOString().replace(".000Z", "Z"),
      minSize: nodes.min,
      maxSize: nodes.max,
      desiredCapacity: nodes.max,
    });
  }
}

function repairOf({ repair }: ResolvedNodeGroup): GpuNodeGroupProps["repair"] {
  if (repair.kind === "off") return { kind: "off" };
  return { kind: "auto", parallel: { count: repair.maxParallel }, stopAbove: { count: repair.maxUnhealthy } };
}
