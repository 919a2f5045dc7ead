import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { PlacementGroup } from "@cdktf/provider-aws/lib/placement-group";
import { Token } from "cdktf";
import { Construct } from "constructs";
import type { NodeTaint } from "../core/node-taint";
import { capacityPlan, type Capacity } from "./capacity";
import { NodeLaunchTemplate, type RootVolume } from "./launch-template";
import { efaCount, type NetworkInterface } from "./network-interfaces";
import { imagePlan, type NodeImage } from "./node-image";
import { nodeRepairConfig, type NodeLimit, type NodeRepair } from "./node-repair";

interface GpuNodeGroupBase {
  /** Name of the node group, its template and its placement group: up to 63 letters, digits, - and _. */
  readonly name: string;
  readonly clusterName: string;
  readonly nodeRoleArn: string;
  /** One type: a layout of interfaces fits no other. */
  readonly instanceType: string;
  readonly capacity: Capacity;
  readonly image: NodeImage;
  /** EKS leaves its own group out of templates that name others, and nodes without it never join. */
  readonly clusterSecurityGroupId: string;
  /** @default - none */
  readonly additionalSecurityGroupIds?: readonly string[];
  readonly scaling: { readonly minSize: number; readonly maxSize: number; readonly desiredSize: number };
  /**
   * Who sets the number of nodes after creation. `elsewhere`: an autoscaler, the schedule of a Capacity Block or a
   * person, and Terraform leaves their number alone.
   */
  readonly desiredSizeOwner: "terraform" | "elsewhere";
  /** @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** @default - none */
  readonly taints?: readonly NodeTaint[];
  readonly rootVolume?: RootVolume;
  /** @default - the type's own */
  readonly cpuOptions?: { readonly coreCount: number; readonly threadsPerCore: 1 | 2 };
  /** Nodes that may be away during an update. @default one node */
  readonly update?: NodeLimit;
  /** @default off */
  readonly repair?: NodeRepair;
  /** Updates go on when pods cannot be evicted, which ends them. @default false */
  readonly forceUpdateVersion?: boolean;
  /** @default create 60m, update 6h, delete 90m: draining waits for pods, and GPU machines boot slowly */
  readonly timeouts?: { readonly create?: string; readonly update?: string; readonly delete?: string };
  /** For the instances, volumes and interfaces too. @default - only Name */
  readonly tags?: Readonly<Record<string, string>>;
}

/** With EFA: one subnet, because EFA does not cross Availability Zones, and the group that lets EFA through. */
interface WithEfa {
  readonly networkInterfaces: readonly NetworkInterface[];
  /** Allows all traffic from and to itself, by reference. */
  readonly efaSecurityGroupId: string;
  readonly subnetIds: readonly [string];
}

interface WithoutEfa {
  readonly networkInterfaces?: undefined;
  readonly efaSecurityGroupId?: undefined;
  /** One per Availability Zone; exactly one for a Capacity Block, a single reservation or a placement group. */
  readonly subnetIds: readonly string[];
}

export type GpuNodeGroupProps = GpuNodeGroupBase & (WithEfa | WithoutEfa);

const TAINT_EFFECTS = {
  NoSchedule: "NO_SCHEDULE",
  PreferNoSchedule: "PREFER_NO_SCHEDULE",
  NoExecute: "NO_EXECUTE",
} as const;

/**
 * A managed node group of one instance type with the whole fabric attached.
 *
 * Nodes need the CNI to become ready and their role's policies to join: add both as dependencies.
 */
export class GpuNodeGroup extends Construct {
  readonly nodeGroupName: string;
  readonly nodeGroupArn: string;
  readonly autoScalingGroupName: string;
  readonly launchTemplateId: string;
  /** EFA devices of one node, as the device plugin advertises them. */
  readonly efaDevicesPerNode: number;
  /** The group that nodes are placed in; undefined when there is none. */
  readonly placementGroupName?: string;

  constructor(scope: Construct, id: string, props: GpuNodeGroupProps) {
    super(scope, id);
    const capacity = capacityPlan(props.capacity);
    const efaDevices = efaCount(props.networkInterfaces ?? []);
    check(props, capacity.oneZone || efaDevices > 0);
    const image = imagePlan(props.image, efaDevices);
    const capacityBlock = capacity.capacityType === "CAPACITY_BLOCK";

    this.placementGroupName = capacity.createPlacementGroup
      ? new PlacementGroup(this, "placement-group", { name: props.name, strategy: "cluster" }).name
      : capacity.placementGroupName;

    const template = new NodeLaunchTemplate(this, "launch-template", {
      // no document says that EKS gives a group another kind of image: with a template of another name, Terraform makes it anew; no group has a dot
      name: image.family === "ubuntu" ? `${props.name}.ubuntu` : props.name,
      instanceName: props.name,
      family: image.family,
      imageId: image.imageId,
      userData: image.userData,
      instanceType: capacityBlock ? props.instanceType : undefined,
      networkInterfaces: props.networkInterfaces,
      securityGroupIds: securityGroups(props),
      rootVolume: props.rootVolume,
      reservation: capacity.reservation,
      capacityBlock,
      placementGroupName: this.placementGroupName,
      cpuOptions: props.cpuOptions,
      tags: props.tags ?? {},
    });

    const update = props.update ?? { count: 1 };
    const group = new EksNodeGroup(this, "node-group", {
      nodeGroupName: props.name,
      clusterName: props.clusterName,
      nodeRoleArn: props.nodeRoleArn,
      subnetIds: [...props.subnetIds],
      capacityType: capacity.capacityType,
      instanceTypes: capacityBlock ? undefined : [props.instanceType],
      ...image.nodeGroup,
      launchTemplate: { id: template.launchTemplateId, version: template.latestVersion },
      scalingConfig: { ...props.scaling },
      labels: props.labels && { ...props.labels },
      taint: props.taints?.map(({ key, value, effect }) => ({ key, value, effect: TAINT_EFFECTS[effect] })),
      updateConfig:
        "count" in update ? { maxUnavailable: update.count } : { maxUnavailablePercentage: update.percentage },
      nodeRepairConfig: nodeRepairConfig(props.repair ?? { kind: "off" }),
      forceUpdateVersion: props.forceUpdateVersion ?? false,
      timeouts: { create: "60m", update: "6h", delete: "90m", ...props.timeouts },
      tags: { ...props.tags, Name: props.name },
      ...(props.desiredSizeOwner === "elsewhere" && {
        lifecycle: { ignoreChanges: ["scaling_config[0].desired_size"] },
      }),
    });

    this.nodeGroupName = group.nodeGroupName;
    this.nodeGroupArn = group.arn;
    this.autoScalingGroupName = group.resources.get(0).autoscalingGroups.get(0).name;
    this.launchTemplateId = template.launchTemplateId;
    this.efaDevicesPerNode = efaDevices;
  }
}

function securityGroups(props: GpuNodeGroupProps): readonly string[] {
  const all = [props.clusterSecurityGroupId, props.efaSecurityGroupId, ...(props.additionalSecurityGroupIds ?? [])];
  return [...new Set(all.filter((id) => id !== undefined))];
}

/** What EKS or EC2 would refuse only after minutes, or accept and never fill. */
function check(props: GpuNodeGroupProps, oneZone: boolean): void {
  const { name, subnetIds, scaling } = props;
  if (!Token.isUnresolved(name) && !/^[A-Za-z0-9][A-Za-z0-9_-]{2,62}$/.test(name))
    throw new Error(
      `node group ${JSON.stringify(name)}: a name has 3 to 63 letters, digits, - and _, and starts with a letter or digit (this one has ${name.length})`,
    );
  if (subnetIds.length === 0) throw new Error(`node group ${name}: no subnet`);
  if (oneZone && subnetIds.length !== 1)
    throw new Error(
      `node group ${name}: ${subnetIds.length} subnets; EFA, a placement group, a reservation and a Capacity Block stay in one Availability Zone, so give one subnet`,
    );
  const { minSize, desiredSize, maxSize } = scaling;
  const numbers = [minSize, desiredSize, maxSize].every((size) => !Token.isUnresolved(size));
  if (numbers && !(0 <= minSize && minSize <= desiredSize && desiredSize <= maxSize && maxSize >= 1))
    throw new Error(
      `node group ${name}: sizes min ${minSize}, desired ${desiredSize}, max ${maxSize}; they must rise, from 0 or more to 1 or more`,
    );
}
