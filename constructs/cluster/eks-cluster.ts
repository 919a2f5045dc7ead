import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import {
  EksCluster as AwsEksCluster,
  type EksClusterConfig,
  type EksClusterVpcConfig,
} from "@cdktf/provider-aws/lib/eks-cluster";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { type LogRetentionDays } from "../core/log-retention";
import { AccessEntry } from "./access-entry";
import { ClusterRole } from "./cluster-role";
import { remoteCallers } from "./remote-callers";

/** @see https://docs.aws.amazon.com/eks/latest/userguide/control-plane-logs.html */
export type ControlPlaneLog = "api" | "audit" | "authenticator" | "controllerManager" | "scheduler";

/** Who reaches the Kubernetes API, and whether from inside the VPC it is reached privately. */
export type EndpointAccess = {
  /**
   * Blocks that may call the private endpoint. The group that EKS makes lets in its members alone: without a rule,
   * neither a runner nor a VPN in the VPC gets an answer.
   * @see https://docs.aws.amazon.com/eks/latest/userguide/cluster-endpoint.html
   */
  readonly privateCidrs: readonly string[];
} & (
  | { readonly kind: "private" }
  | {
      readonly kind: "public-and-private" | "public";
      /** Where calls from outside may come from; AWS takes an empty list as 0.0.0.0/0, so it is refused here. */
      readonly allowedCidrs: readonly string[];
    }
);

export interface EksClusterProps {
  readonly partition: Partition;
  readonly region: string;
  /** Account of the cluster, 12 digits. */
  readonly accountId: string;
  /** Up to 100 letters, digits, `-` and `_`. Another name means another cluster. */
  readonly clusterName: string;
  /** Role of the control plane, up to 64 characters, unique in the account. */
  readonly roleName: string;
  /** Minor version, e.g. `1.34`. It moves up one minor at a time, never down. */
  readonly kubernetesVersion: string;
  /** Subnets for the interfaces of the control plane, in at least two zones. */
  readonly subnetIds: readonly string[];
  /** Security groups of these interfaces, beside the one that EKS makes. @default - none */
  readonly securityGroupIds?: readonly string[];
  /** Addresses of Kubernetes services, outside of the VPC and what it is connected to. Cannot be changed. */
  readonly serviceCidr: string;
  readonly endpoint: EndpointAccess;
  /**
   * Whether IAM principals may still be mapped by the `aws-auth` config map. The API cannot be given up again.
   * @default "API"
   * @see https://docs.aws.amazon.com/eks/latest/userguide/setting-up-access-entries.html
   */
  readonly authenticationMode?: "API" | "API_AND_CONFIG_MAP";
  /**
   * Short name → ARN of principals with every right in the cluster. Whoever applies this is no administrator by that
   * alone, so name the role of the pipeline, and one for people.
   */
  readonly admins: Readonly<Record<string, string>>;
  /**
   * Key around everything that the Kubernetes API stores. It can neither be changed nor taken away, and a lost key
   * is a lost cluster.
   * @see https://docs.aws.amazon.com/eks/latest/userguide/envelope-encryption.html
   */
  readonly secretsKeyArn: string;
  /** Which logs the control plane writes; none with an empty list. @default - all five */
  readonly logs?: readonly ControlPlaneLog[];
  /** How long they are kept. */
  readonly logRetentionDays: LogRetentionDays;
  /** Key for the logs; its policy must allow CloudWatch Logs (`cloudWatchLogsStatement`). @default - a key of AWS */
  readonly logsKeyArn?: string;
  /** AWS refuses to delete the cluster. @default true */
  readonly deletionProtection?: boolean;
  /** At the end of standard support: upgrade by AWS ("STANDARD"), or pay six times the price. @default "STANDARD" */
  readonly supportType?: "STANDARD" | "EXTENDED";
  /**
   * Control plane of a fixed size, for more than the standard one takes.
   * @default - EKS scales the control plane as it sees fit
   * @see https://docs.aws.amazon.com/eks/latest/userguide/eks-provisioned-control-plane.html
   */
  readonly controlPlaneTier?: "standard" | "tier-xl" | "tier-2xl" | "tier-4xl";
  /** Lets Application Recovery Controller move traffic out of a zone that fails. @default - as EKS has it: off */
  readonly zonalShift?: boolean;
  /**
   * Networks on premises whose servers join as hybrid nodes. With them the endpoint is private alone.
   * @default - no hybrid nodes
   * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cluster-prep.html
   */
  readonly remoteNetworks?: {
    /** Blocks of nodes: up to 15. */
    readonly nodeCidrs: readonly string[];
    /** Blocks of pods that the VPC has routes to; none where nobody routes to them. */
    readonly podCidrs: readonly string[];
  };
  /** Logical id of the cluster for ever; the log group gets `<logicalId>_logs`. */
  readonly logicalId: string;
  /** Terraform refuses to destroy cluster and logs. False only for throw-away environments. @default true */
  readonly preventDestroy?: boolean;
}

const ALL_LOGS: readonly ControlPlaneLog[] = ["api", "audit", "authenticator", "controllerManager", "scheduler"];

/** An EKS control plane without nodes and add-ons: the CNI must come before the first node, CoreDNS after it. */
export class EksCluster extends Construct {
  readonly clusterName: string;
  readonly clusterArn: string;
  readonly version: string;
  /** URL of the Kubernetes API. */
  readonly endpoint: string;
  /** PEM in base64, as kubeconfig and nodeadm want it. */
  readonly certificateAuthority: string;
  /** The group that EKS makes: on the control plane, and on nodes whose launch template names no other. */
  readonly clusterSecurityGroupId: string;
  readonly serviceCidr: string;
  /** Issuer of service account tokens, for the few add-ons that cannot use Pod Identity. */
  readonly oidcIssuer: string;

  constructor(scope: Construct, id: string, props: EksClusterProps) {
    super(scope, id);
    const { clusterName, logs = ALL_LOGS } = props;
    check(props);

    const lifecycle = (props.preventDestroy ?? true) ? { preventDestroy: true } : undefined;
    const { partition, region, accountId, roleName } = props;
    const role = new ClusterRole(this, "role", { partition, region, accountId, roleName, clusterName });
    const logGroups = logs.length === 0 ? [] : [controlPlaneLogs(this, props, lifecycle)];
    const cluster = new AwsEksCluster(this, "cluster", {
      name: clusterName,
      version: props.kubernetesVersion,
      roleArn: role.roleArn,
      vpcConfig: {
        subnetIds: [...props.subnetIds],
        securityGroupIds: props.securityGroupIds && [...props.securityGroupIds],
        ...endpointConfig(props.endpoint),
      },
      ...remoteNetworkConfig(props),
      kubernetesNetworkConfig: { ipFamily: "ipv4", serviceIpv4Cidr: props.serviceCidr },
      accessConfig: {
        authenticationMode: props.authenticationMode ?? "API",
        bootstrapClusterCreatorAdminPermissions: false,
      },
      bootstrapSelfManagedAddons: false,
      encryptionConfig: { resources: ["secrets"], provider: { keyArn: props.secretsKeyArn } },
      enabledClusterLogTypes: [...logs],
      deletionProtection: props.deletionProtection ?? true,
      upgradePolicy: { supportType: props.supportType ?? "STANDARD" },
      controlPlaneScalingConfig: props.controlPlaneTier ? { tier: props.controlPlaneTier } : undefined,
      zonalShiftConfig: props.zonalShift === undefined ? undefined : { enabled: props.zonalShift },
      tags: { Name: clusterName },
      dependsOn: [...role.dependables, ...logGroups],
      lifecycle,
    });
    cluster.overrideLogicalId(props.logicalId);
    for (const [name, principalArn] of Object.entries(props.admins))
      new AccessEntry(this, `admin-${name}`, {
        partition,
        clusterName: cluster.name,
        principalArn,
        policy: "cluster-admin",
        scope: { kind: "cluster" },
      });
    privateCallers(this, cluster.vpcConfig.clusterSecurityGroupId, props.endpoint);
    if (props.remoteNetworks)
      remoteCallers(this, { securityGroupId: cluster.vpcConfig.clusterSecurityGroupId, ...props.remoteNetworks });

    this.clusterName = cluster.name;
    this.clusterArn = cluster.arn;
    this.version = cluster.version;
    this.endpoint = cluster.endpoint;
    this.certificateAuthority = cluster.certificateAuthority.get(0).data;
    this.clusterSecurityGroupId = cluster.vpcConfig.clusterSecurityGroupId;
    this.serviceCidr = cluster.kubernetesNetworkConfig.serviceIpv4Cidr;
    this.oidcIssuer = cluster.identity.get(0).oidc.get(0).issuer;
  }
}

/** Made before the cluster: otherwise EKS makes the group, without encryption, and keeps logs for ever. */
function controlPlaneLogs(
  scope: Construct,
  props: EksClusterProps,
  lifecycle: { preventDestroy: boolean } | undefined,
): CloudwatchLogGroup {
  const name = `/aws/eks/${props.clusterName}/cluster`;
  const group = new CloudwatchLogGroup(scope, "logs", {
    name,
    retentionInDays: props.logRetentionDays,
    kmsKeyId: props.logsKeyArn,
    tags: { Name: name },
    lifecycle,
  });
  group.overrideLogicalId(`${props.logicalId}_logs`);
  return group;
}

/** The block is part of the id, so that the rules of others stay when one comes or goes. */
function privateCallers(scope: Construct, securityGroupId: string, { privateCidrs }: EndpointAccess): void {
  for (const cidr of privateCidrs)
    new VpcSecurityGroupIngressRule(scope, `api-from-${cidr.replace("/", "-")}`, {
      securityGroupId,
      ipProtocol: "tcp",
      fromPort: 443,
      toPort: 443,
      cidrIpv4: cidr,
      description: "Kubernetes API",
      tags: { Name: `kubernetes-api-${cidr.replace("/", "-")}` },
    });
}

function endpointConfig(endpoint: EndpointAccess): Partial<EksClusterVpcConfig> {
  return endpoint.kind === "private"
    ? { endpointPrivateAccess: true, endpointPublicAccess: false }
    : {
        endpointPrivateAccess: endpoint.kind === "public-and-private",
        endpointPublicAccess: true,
        publicAccessCidrs: [...endpoint.allowedCidrs],
      };
}

/** The control plane is told of pods only where packets reach them. */
function remoteNetworkConfig({ remoteNetworks }: EksClusterProps): Pick<EksClusterConfig, "remoteNetworkConfig"> {
  if (!remoteNetworks) return {};
  const { nodeCidrs, podCidrs } = remoteNetworks;
  return {
    remoteNetworkConfig: {
      remoteNodeNetworks: { cidrs: [...nodeCidrs] },
      ...(podCidrs.length > 0 && { remotePodNetworks: { cidrs: [...podCidrs] } }),
    },
  };
}

function check({ clusterName, subnetIds, endpoint, admins, remoteNetworks }: EksClusterProps): void {
  if (remoteNetworks && endpoint.kind === "public-and-private")
    throw new Error(
      `cluster "${clusterName}": the endpoint is public and private, and EKS wants one of them with hybrid nodes. ` +
        'Use the endpoint { kind: "private" } or { kind: "public" }.',
    );
  if (subnetIds.length < 2)
    throw new Error(
      `cluster "${clusterName}": ${subnetIds.length} subnet given, EKS wants at least two, in two zones. Add a subnet.`,
    );
  if (endpoint.kind !== "private" && endpoint.allowedCidrs.length === 0)
    throw new Error(
      `cluster "${clusterName}": allowedCidrs is empty, which AWS takes as 0.0.0.0/0. ` +
        'Name the ranges that may call, or use the endpoint { kind: "private" }.',
    );
  const principals = Object.values(admins);
  if (principals.length === 0)
    throw new Error(
      `cluster "${clusterName}": no admins given, so nobody could install anything in it. Name the role of the pipeline.`,
    );
  const twice = principals.find((arn, i) => principals.indexOf(arn) !== i);
  if (twice !== undefined)
    throw new Error(`cluster "${clusterName}": ${twice} is an admin twice, EKS allows one entry each. Remove one.`);
}
