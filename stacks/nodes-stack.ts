import { isNamedImage } from "../config/sites/aws-eks/images/resolve";
import type { RootVolume } from "../constructs/nodes/launch-template";
import { AutoscalingSchedule } from "@cdktf/provider-aws/lib/autoscaling-schedule";
import { PlacementGroup } from "@cdktf/provider-aws/lib/placement-group";
import { Construct } from "constructs";
import { XIDS } from "../config/facts/xids";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedNodeGroup } from "../config/sites/aws-eks/nodes/node-group";
import { startupTaints } from "../config/pools/startup-checks";
import type { ScheduledMoment } from "../config/schedule/resolve";
import { nodeTags } from "../config/owner/tags";
import { NodeHours, type RecurringMoment } from "../constructs/nodes/node-hours";
import { GpuNodeGroup, type GpuNodeGroupProps } from "../constructs/nodes/gpu-node-group";
import { VxlanSecurityGroup } from "../constructs/network/vxlan-security-group";
import { sharingLabels } from "../constructs/platform/gpu-sharing";
import type { ClusterStack, ClusterValues } from "./cluster-stack";
import type { NetworkStack, NetworkValues } from "./network-stack";
import { nodeCapacity } from "./node-capacity";
import { nodeImage } from "./node-image";
import { consume, publish } from "./shared-values";
import { AwsStack } from "./sites/aws-eks/aws-stack";
import { karpenterGroups, managedGroups } from "../config/sites/aws-eks/nodes/ec2-groups";

/** The node groups that run jobs. */
export class NodesStack extends AwsStack {
  constructor(scope: Construct, env: AwsEnvironment, networkStack: NetworkStack, clusterStack: ClusterStack) {
    super(scope, env, "nodes");
    const network = consume(this, networkStack, networkStack.values);
    const cluster = consume(this, clusterStack, clusterStack.values);
    const names: Record<string, string> = {};
    for (const { name, machines } of karpenterGroups(env)) {
      // the rest of a pool is in the cluster: see constructs/platform/karpenter
      if (machines.placement.kind === "own") this.placementGroup(name);
    }
    for (const group of managedGroups(env)) {
      const built = new GpuNodeGroup(this, `group-${group.name}`, this.groupProps(group, network, cluster));
      names[group.name] = built.nodeGroupName;
      this.scheduleBlockStart(group, built);
      this.scheduleHours(group, built);
    }
    publish(this, { nodeGroups: names });
  }

  /** At the place that it has in a managed node group. */
  private placementGroup(group: string): void {
    const place = new Construct(this, `group-${group}`);
    new PlacementGroup(place, "placement-group", { name: this.env.names.resource(group), strategy: "cluster" });
  }

  private groupProps(group: ResolvedNodeGroup, network: NetworkValues, cluster: ClusterValues): GpuNodeGroupProps {
    const { env } = this;
    const { count: nodes } = group;
    const base = {
      name: env.names.resource(group.name),
      clusterName: cluster.clusterName,
      nodeRoleArn: cluster.nodeRoleArn,
      instanceType: group.machines.instanceType,
      capacity: nodeCapacity(group),
      image: nodeImage(group, env, cluster),
      clusterSecurityGroupId: cluster.clusterSecurityGroupId,
      // EKS takes no maximum of zero
      scaling: { minSize: nodes.min, maxSize: Math.max(1, nodes.max), desiredSize: nodes.initial },
      desiredSizeOwner: nodes.owner === "terraform" ? "terraform" : "elsewhere",
      labels: { ...group.machines.labels, ...sharingLabels(group.sharing) },
      // kubelets register with them, and EKS leaves a node alone from which one was removed, as Cilium's guide for EKS has it
      taints: [...group.taints, ...startupTaints(group)],
      rootVolume: rootVolumeOf(group),
      update: { count: group.machines.maxUnavailable },
      repair: repairOf(group),
      // default tags of the provider do not reach instances, volumes and interfaces that a template launches
      tags: { ...nodeTags(env.tags), "railyard:node-group": group.name },
      ...(group.machines.boot.forwards && { additionalSecurityGroupIds: [this.tunnels(network)] }),
    } as const;
    const [first = "", ...rest] = group.machines.zones.map((zone) => network.privateSubnetIds[zone] ?? "");
    const { interfaces } = group.fabric.nodeSetup;
    if (interfaces.length === 0) return { ...base, subnetIds: [first, ...rest] };
    return {
      ...base,
      subnetIds: [first],
      efaSecurityGroupId: network.efaSecurityGroupId,
      networkInterfaces: interfaces.map(([card, device, type]) => ({ card, device, type })),
    };
  }

  /** Security group of the nodes to which servers on premises have tunnels. */
  private tunnels({ vpcId }: NetworkValues): string {
    const { cluster, names } = this.env;
    const cidrs = cluster.hybrid?.nodeCidrs ?? [];
    return new VxlanSecurityGroup(this, "tunnels", { name: names.resource("tunnels"), vpcId, cidrs }).securityGroupId;
  }

  /**
   * EKS scales a Capacity Block group to zero before the block ends, but nobody starts it: this does. AWS refuses
   * schedules in the past, so once the block has begun there is none, and the group is made at full size.
   * @see https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html
   */
  private scheduleBlockStart({ machines: { capacity }, count: nodes }: ResolvedNodeGroup, built: GpuNodeGroup): void {
    if (capacity.kind !== "capacity-block" || nodes.window !== "before") return;
    const { lifetime } = this.env;
    if (lifetime && Date.parse(lifetime.expires) <= Date.parse(capacity.start)) return;
    new AutoscalingSchedule(built, "block-start", {
      scheduledActionName: "railyard-block-start",
      autoscalingGroupName: built.autoScalingGroupName,
      startTime: new Date(capacity.start).toISOString().replace(".000Z", "Z"),
      minSize: nodes.min,
      maxSize: nodes.max,
      desiredCapacity: nodes.max,
    });
  }

  /** Once the lifetime is over, groups are made without nodes, and nothing is left to schedule. */
  private scheduleHours({ name, count: nodes }: ResolvedNodeGroup, built: GpuNodeGroup): void {
    const { schedule, lifetime } = this.env;
    const follows = schedule?.nodeGroups.includes(name) ?? false;
    if (lifetime?.over || (!follows && !lifetime)) return;
    new NodeHours(built, "hours", {
      autoScalingGroupName: built.autoScalingGroupName,
      ...(schedule &&
        follows && {
          hours: {
            timeZone: schedule.timezone,
            on: recurring(schedule.on),
            off: recurring(schedule.off),
            nodes: nodes.initial,
            ...(schedule.pausedUntil !== null && { pausedUntil: schedule.pausedUntil }),
          },
        }),
      ...(lifetime && { expires: lifetime.expires }),
    });
  }
}

function recurring({ recurrence, first }: ScheduledMoment): RecurringMoment {
  return { recurrence, ...(first !== null && { first }) };
}

/** EKS waits as long for other findings of GPUs; that nothing is done needs a time, too. */
const REPAIR_WAIT_MINUTES = 10;

/** What programs do is no fault of a node: its own table would reboot it for them. */
function repairOf({ gpus, machines: { repair } }: ResolvedNodeGroup): GpuNodeGroupProps["repair"] {
  if (repair.kind === "off") return { kind: "off" };
  const overrides = (gpus ? XIDS.program : []).map((xid) => ({
    condition: "AcceleratedHardwareReady",
    reason: `NvidiaXID${xid}Error`,
    minWaitMinutes: REPAIR_WAIT_MINUTES,
    action: "NoAction" as const,
  }));
  return {
    kind: "auto",
    parallel: { count: repair.maxParallel },
    stopAbove: { count: repair.maxUnhealthy },
    overrides,
  };
}

function rootVolumeOf({ machines: { image, rootVolumeGiB } }: ResolvedNodeGroup): RootVolume {
  const snapshotId = isNamedImage(image) ? undefined : image.dataSnapshotId;
  return { sizeGiB: rootVolumeGiB, ...(snapshotId !== undefined && { snapshotId }) };
}
