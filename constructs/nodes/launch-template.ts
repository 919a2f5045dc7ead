import {
  LaunchTemplate,
  type LaunchTemplateBlockDeviceMappings,
  type LaunchTemplateConfig,
} from "@cdktf/provider-aws/lib/launch-template";
import { Construct } from "constructs";
import type { ReservationTarget } from "./capacity";
import { UBUNTU_ROOT_DEVICE } from "../../config/facts/ubuntu-images";
import { METADATA_OPTIONS } from "./metadata-options";
import { networkInterfaces, type NetworkInterface } from "./network-interfaces";

/** The gp3 volume that holds the system and, without instance store, images and pods. */
export interface RootVolume {
  /** EKS itself would make 20 GiB, which NVIDIA images and a training image fill. @default 200 */
  readonly sizeGiB?: number;
  /** @default - gp3's 3000 */
  readonly iops?: number;
  /** At most a quarter of the IOPS. @default - gp3's 125 */
  readonly throughputMiBps?: number;
  /** What the data volume of Bottlerocket begins with. @default - it is empty */
  readonly snapshotId?: string;
  /** Its policy must let the service-linked role of Auto Scaling use it. @default - the account's default key for EBS */
  readonly kmsKeyArn?: string;
}

export interface NodeLaunchTemplateProps {
  /** 3 to 128 characters. Another name is another template, and another template is another node group. */
  readonly name: string;
  /** What its instances are called. @default - as the template */
  readonly instanceName?: string;
  /** Decides which device is the volume to size. */
  readonly family: "al2023" | "bottlerocket" | "ubuntu";
  /** Applied to every interface. Must have the cluster's group: EKS adds it only to templates that name none. */
  readonly securityGroupIds: readonly string[];
  /** @default - one interface, which AWS makes */
  readonly networkInterfaces?: readonly NetworkInterface[];
  /** Where the type belongs into the template (Capacity Blocks); else it is the node group's. @default - not set */
  readonly instanceType?: string;
  /** A custom image. @default - the node group's AMI type decides */
  readonly imageId?: string;
  /** In base64. @default - none */
  readonly userData?: string;
  readonly rootVolume?: RootVolume;
  /** @default - none: open reservations are still used */
  readonly reservation?: ReservationTarget;
  /** The reservation is a Capacity Block. @default false */
  readonly capacityBlock?: boolean;
  /** @default - none */
  readonly placementGroupName?: string;
  /** EC2 takes both numbers or none. One thread per core switches hyper-threading off. @default - the type's own */
  readonly cpuOptions?: { readonly coreCount: number; readonly threadsPerCore: 1 | 2 };
  /** For instances, volumes and interfaces: default tags of the provider do not reach what a template launches. */
  readonly tags: Readonly<Record<string, string>>;
}

/** A launch template as managed node groups want it: no subnet, no instance profile, no spot options. */
export class NodeLaunchTemplate extends Construct {
  readonly launchTemplateId: string;
  /** The number of the newest version; it changes with every change of the template. */
  readonly latestVersion: string;

  constructor(scope: Construct, id: string, props: NodeLaunchTemplateProps) {
    super(scope, id);
    checkMarket(props);
    const instanceTags = { ...props.tags, Name: props.instanceName ?? props.name };

    const template = new LaunchTemplate(this, "template", {
      // No createBeforeDestroy: the name is fixed, and a second template of that name is refused.
      name: props.name,
      updateDefaultVersion: true,
      imageId: props.imageId,
      instanceType: props.instanceType,
      userData: props.userData,
      ...network(props),
      ...market(props),
      blockDeviceMappings: volumes(props),
      metadataOptions: METADATA_OPTIONS,
      cpuOptions: props.cpuOptions,
      tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({
        resourceType,
        tags: instanceTags,
      })),
      tags: { Name: props.name },
    });
    this.launchTemplateId = template.id;
    this.latestVersion = template.getStringAttribute("latest_version");
  }
}

/** Security groups stand on the interfaces or on the instance, never on both. */
function network({ networkInterfaces: layout, securityGroupIds }: NodeLaunchTemplateProps): LaunchTemplateConfig {
  return layout && layout.length > 0
    ? { networkInterfaces: networkInterfaces(layout, securityGroupIds) }
    : { vpcSecurityGroupIds: [...securityGroupIds] };
}

function market(props: NodeLaunchTemplateProps): LaunchTemplateConfig {
  const { reservation } = props;
  return {
    ...(props.capacityBlock && { instanceMarketOptions: { marketType: "capacity-block" } }),
    // EC2 takes a target or a preference, not both.
    ...(reservation && {
      capacityReservationSpecification: {
        capacityReservationTarget:
          "id" in reservation
            ? { capacityReservationId: reservation.id }
            : { capacityReservationResourceGroupArn: reservation.resourceGroupArn },
      },
    }),
    ...(props.placementGroupName && { placement: { groupName: props.placementGroupName } }),
  };
}

function volumes({ family, rootVolume = {} }: NodeLaunchTemplateProps): LaunchTemplateBlockDeviceMappings[] {
  const { iops, throughputMiBps, kmsKeyArn, snapshotId } = rootVolume;
  if (snapshotId !== undefined && family !== "bottlerocket")
    throw new Error(
      `root volume: ${snapshotId} would take the place of the system; only Bottlerocket has a data volume`,
    );
  if (throughputMiBps !== undefined && throughputMiBps > (iops ?? 3000) / 4)
    throw new Error(
      `root volume: ${throughputMiBps} MiB/s with ${iops ?? 3000} IOPS; gp3 gives a quarter of the IOPS at most, so set iops to ${throughputMiBps * 4} or more`,
    );
  const encrypted = { volumeType: "gp3", encrypted: "true", kmsKeyId: kmsKeyArn, deleteOnTermination: "true" };
  const sized = { ...encrypted, volumeSize: rootVolume.sizeGiB ?? 200, iops, throughput: throughputMiBps };
  // Bottlerocket keeps its system, of the image's size, on xvda, and images and pods on xvdb.
  return family === "bottlerocket"
    ? [
        { deviceName: "/dev/xvda", ebs: encrypted },
        { deviceName: "/dev/xvdb", ebs: { ...sized, snapshotId } },
      ]
    : [{ deviceName: family === "ubuntu" ? UBUNTU_ROOT_DEVICE : "/dev/xvda", ebs: sized }];
}

function checkMarket(props: NodeLaunchTemplateProps): void {
  if (!props.capacityBlock) return;
  if (!props.instanceType || !props.reservation || !("id" in props.reservation))
    throw new Error(
      "launch template: a Capacity Block needs the instance type and the id of its reservation in the template",
    );
  if (props.placementGroupName)
    throw new Error(
      "launch template: Capacity Blocks do not launch into placement groups; leave placementGroupName out",
    );
}
