import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { LaunchTemplate, type LaunchTemplateBlockDeviceMappings } from "@cdktf/provider-aws/lib/launch-template";
import { type ITerraformDependable, Token } from "cdktf";
import { Construct } from "constructs";
import type { ResolvedOutbound } from "../../config/outbound/outbound";
import { al2023UserData } from "../nodes/al2023-boot";
import { bottlerocketSettings } from "../nodes/bottlerocket-settings";
import { base64Text } from "../nodes/encoded-text";
import { METADATA_OPTIONS } from "../nodes/metadata-options";

/** Images for nodes without GPUs; `ARM` ones need Graviton instance types. */
export type SystemAmiType =
  | "AL2023_x86_64_STANDARD"
  | "AL2023_ARM_64_STANDARD"
  | "BOTTLEROCKET_x86_64"
  | "BOTTLEROCKET_ARM_64";

/** A taint in the spelling of the EKS API, which is not that of Kubernetes. */
export interface NodeTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: "NO_SCHEDULE" | "NO_EXECUTE" | "PREFER_NO_SCHEDULE";
}

export interface SystemNodeGroupProps {
  readonly clusterName: string;
  /** Also the name of the launch template, and of the instances. Another name means other nodes. */
  readonly nodeGroupName: string;
  readonly nodeRoleArn: string;
  /** Private subnets, in several zones: the nodes carry what the cluster cannot do without. */
  readonly subnetIds: readonly string[];
  /** Of the architecture of `amiType`. In the launch template, where a change rolls: in the group it makes a new one. */
  readonly instanceType: string;
  readonly amiType: SystemAmiType;
  /** Minor version of Kubernetes, not above that of the cluster. */
  readonly kubernetesVersion: string;
  /** Exact image, e.g. `1.34.2-20260715`. @default - the newest at creation; it never moves by itself */
  readonly releaseVersion?: string;
  readonly minNodes: number;
  readonly maxNodes: number;
  /** @default - `minNodes` */
  readonly desiredNodes?: number;
  /** An autoscaler sets the number of nodes, so plans leave it alone after creation. @default false */
  readonly autoscaled?: boolean;
  /** Nodes that an update takes away at a time. @default 1 */
  readonly maxUnavailable?: number;
  /** EKS replaces nodes whose kubelet or kernel fails. @default true */
  readonly nodeRepair?: boolean;
  /** Volume for images, logs and scratch space of pods, in GiB. @default 100 */
  readonly rootVolumeGiB?: number;
  /** Its key; the policy of the key must allow Auto Scaling (`nodeVolumeStatements`). @default - a key of AWS */
  readonly rootVolumeKeyArn?: string;
  /** The security group that EKS made: nodes without it never join. */
  readonly clusterSecurityGroupId: string;
  /** Further security groups of the nodes. @default - none */
  readonly extraSecurityGroupIds?: readonly string[];
  /** Labels beside `railyard.dev/role`. @default - none */
  readonly extraLabels?: Readonly<Record<string, string>>;
  /** @default - none: whatever tolerates nothing runs here, not on GPU nodes */
  readonly taints?: readonly NodeTaint[];
  /** Tags of instances, volumes and interfaces; default tags of the provider do not reach those. @default - `Name` */
  readonly instanceTags?: Readonly<Record<string, string>>;
  /**
   * Installs the Lustre client, for pods that mount FSx for Lustre through its CSI driver; AL2023 only. The driver mounts
   * with the module of the host, and the server sets parameters of the client by its tools on the host.
   * @default false
   * @see https://github.com/kubernetes-sigs/aws-fsx-csi-driver/pull/460
   */
  readonly lustreClient?: boolean;
  /** Mirrors, authorities and the proxy of the site. @default - the open internet */
  readonly outbound?: ResolvedOutbound;
  /** What nodes need to become ready (`AddonsBeforeNodes`), and the policies of their role (`NodeRole`). */
  readonly dependsOn: readonly ITerraformDependable[];
}

/** Label of the nodes for controllers, and node selector of what must run there. */
export const SYSTEM_NODE_LABELS: Readonly<Record<string, string>> = { "railyard.dev/role": "system" };

/** Managed CPU nodes for the controllers of a cluster. */
export class SystemNodeGroup extends Construct {
  readonly nodeGroupName: string;
  readonly nodeGroupArn: string;
  /** For what runs on the nodes. */
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: SystemNodeGroupProps) {
    super(scope, id);
    const { nodeGroupName, minNodes, maxNodes, desiredNodes = props.minNodes } = props;
    check(props, desiredNodes);

    const template = launchTemplate(this, props);
    const group = new EksNodeGroup(this, "nodes", {
      clusterName: props.clusterName,
      nodeGroupName,
      nodeRoleArn: props.nodeRoleArn,
      subnetIds: [...props.subnetIds],
      capacityType: "ON_DEMAND",
      amiType: props.amiType,
      version: props.kubernetesVersion,
      releaseVersion: props.releaseVersion,
      launchTemplate: { id: template.id, version: Token.asString(template.latestVersion) },
      scalingConfig: { minSize: minNodes, maxSize: maxNodes, desiredSize: desiredNodes },
      updateConfig: { maxUnavailable: props.maxUnavailable ?? 1 },
      nodeRepairConfig: { enabled: props.nodeRepair ?? true },
      labels: { ...props.extraLabels, ...SYSTEM_NODE_LABELS },
      taint: props.taints?.map((taint) => ({ ...taint })),
      tags: { Name: nodeGroupName },
      dependsOn: [...props.dependsOn],
      lifecycle: props.autoscaled ? { ignoreChanges: ["scaling_config[0].desired_size"] } : undefined,
    });

    this.nodeGroupName = group.nodeGroupName;
    this.nodeGroupArn = group.arn;
    this.dependable = group;
  }
}

/**
 * Subnets, instance profile, shutdown behaviour and spot options do not belong here: EKS refuses them in a template.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html
 */
function launchTemplate(scope: Construct, props: SystemNodeGroupProps): LaunchTemplate {
  const tags = { ...props.instanceTags, Name: props.nodeGroupName };
  return new LaunchTemplate(scope, "template", {
    name: props.nodeGroupName,
    updateDefaultVersion: true,
    instanceType: props.instanceType,
    ...userDataOf(props),
    // as soon as a template names any security group, EKS no longer adds that of the cluster
    vpcSecurityGroupIds: [props.clusterSecurityGroupId, ...(props.extraSecurityGroupIds ?? [])],
    metadataOptions: METADATA_OPTIONS,
    blockDeviceMappings: volumes(props),
    tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({ resourceType, tags })),
    tags: { Name: props.nodeGroupName },
  });
}

/** Nothing where the image does all by itself. */
function userDataOf({ amiType, lustreClient, outbound }: SystemNodeGroupProps): { readonly userData?: string } {
  if (amiType.startsWith("BOTTLEROCKET"))
    return outbound ? { userData: base64Text(bottlerocketSettings({ outbound })) } : {};
  if (!lustreClient && !outbound) return {};
  return {
    userData: base64Text(al2023UserData({ ...(lustreClient && { lustre: {} }), ...(outbound && { outbound }) }, 0)),
  };
}

/** AL2023 has one volume. Bottlerocket has a small one for the system, and keeps images and pods on a second. */
function volumes({ amiType, rootVolumeGiB, rootVolumeKeyArn }: SystemNodeGroupProps) {
  const volume = (deviceName: string, volumeSize?: number): LaunchTemplateBlockDeviceMappings => ({
    deviceName,
    ebs: { volumeType: "gp3", volumeSize, encrypted: "true", kmsKeyId: rootVolumeKeyArn, deleteOnTermination: "true" },
  });
  const size = rootVolumeGiB ?? 100;
  return amiType.startsWith("BOTTLEROCKET")
    ? [volume("/dev/xvda"), volume("/dev/xvdb", size)]
    : [volume("/dev/xvda", size)];
}

function check(props: SystemNodeGroupProps, desired: number) {
  const { nodeGroupName, subnetIds, minNodes, maxNodes } = props;
  if (subnetIds.length === 0)
    throw new Error(`node group "${nodeGroupName}": no subnets given. Name one subnet in each of several zones.`);
  if (props.lustreClient && !props.amiType.startsWith("AL2023"))
    throw new Error(
      `node group "${nodeGroupName}": lustreClient with ${props.amiType}, which runs no scripts. Take an AL2023 image.`,
    );
  if (minNodes > desired || desired > maxNodes)
    throw new Error(
      `node group "${nodeGroupName}": minNodes ${minNodes}, desiredNodes ${desired}, maxNodes ${maxNodes} are not in ` +
        "ascending order. Correct the one that is wrong.",
    );
}
