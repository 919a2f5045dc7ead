import { DataAwsEksAddonVersion } from "@cdktf/provider-aws/lib/data-aws-eks-addon-version";
import type { Construct } from "constructs";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedCi } from "../config/sites/aws-eks/ci/resolve";
import { principalName, type ClusterAddon } from "../config/sites/aws-eks/cluster/resolve";
import { teamMembers } from "../config/teams/resolve";
import { CNI_MINIMUM_IPS, CNI_WARM_IPS } from "../config/sites/aws-eks/nodes/max-pods";
import { isOpen } from "../config/outbound/outbound";
import { gatewayGroup, routedPodCidrs } from "../config/sites/aws-eks/hybrid/resolve";
import { nodeTags } from "../config/owner/tags";
import { AccessEntry, type AccessPolicy } from "../constructs/cluster/access-entry";
import { AddonsAfterNodes } from "../constructs/cluster/addons-after-nodes";
import { AddonsBeforeNodes } from "../constructs/cluster/addons-before-nodes";
import { EksCluster } from "../constructs/cluster/eks-cluster";
import { ImageCache } from "../constructs/cluster/image-cache";
import { forwardingRights } from "../constructs/cluster/forwarding-rights";
import { HybridCredentials } from "../constructs/cluster/hybrid-credentials";
import { NodeRole } from "../constructs/cluster/node-role";
import { SYSTEM_NODE_LABELS, SystemNodeGroup, type SystemAmiType } from "../constructs/cluster/system-node-group";
import type { LogRetentionDays } from "../constructs/core/log-retention";
import { cloudWatchLogsStatement, KmsKey } from "../constructs/security/kms-key";
import type { NetworkStack } from "./network-stack";
import { consume, publish } from "./shared-values";
import { AwsStack } from "./sites/aws-eks/aws-stack";

/** What later stacks take from the cluster. */
export interface ClusterValues {
  readonly clusterName: string;
  readonly endpoint: string;
  /** Base64, as kubeconfig has it. */
  readonly certificateAuthority: string;
  readonly clusterSecurityGroupId: string;
  readonly nodeRoleArn: string;
  readonly kubeconfigCommand: string;
  /** Of servers on premises, for activations of Systems Manager. @default - there are no hybrid nodes */
  readonly hybridRoleName?: string;
  readonly hybridRoleArn?: string;
  /** @default - there are none, or they are activated by Systems Manager */
  readonly hybridTrustAnchorArn?: string;
  readonly hybridProfileArn?: string;
}

const anchorOf = ({ trustAnchorArn, profileArn }: HybridCredentials) =>
  trustAnchorArn !== null && profileArn !== null
    ? { hybridTrustAnchorArn: trustAnchorArn, hybridProfileArn: profileArn }
    : {};

/** Label that no node has: the GPU Operator's exporter owns DCGM, and a GPU may have one engine only. */
const NO_MONITORING_DCGM = { "railyard.dev/dcgm": "node-monitoring-agent" };

/** What nodes need before they are there. */
interface BelowNodes {
  readonly nodeRole: NodeRole;
  /** Of servers on premises; null: there are none. */
  readonly hybrid: HybridCredentials | null;
  readonly subnetIds: readonly string[];
}

/** The control plane, its add-ons, who may use it, and the nodes on which everything but jobs runs. */
export class ClusterStack extends AwsStack {
  readonly values: ClusterValues;

  constructor(scope: Construct, env: AwsEnvironment, networkStack: NetworkStack) {
    super(scope, env, "cluster");
    const network = consume(this, networkStack, networkStack.values);
    const subnetIds = env.network.clusterZones.map((zone) => network.privateSubnetIds[zone] ?? "");

    const eks = this.controlPlane(subnetIds, network.natPublicIps ?? {});
    this.readers(eks);
    this.teamMembers(eks);
    if (env.ci) this.pipeline(eks, env.ci);
    const hybrid = this.hybridCredentials(eks);
    const nodeRole = new NodeRole(this, "node-role", { partition: this.partition, roleName: env.names.role("node") });
    this.nodesAndAddons(eks, { nodeRole, hybrid, subnetIds });

    this.values = publish(this, {
      clusterName: eks.clusterName,
      endpoint: eks.endpoint,
      certificateAuthority: eks.certificateAuthority,
      clusterSecurityGroupId: eks.clusterSecurityGroupId,
      nodeRoleArn: nodeRole.roleArn,
      ...(hybrid && { hybridRoleName: hybrid.roleName, hybridRoleArn: hybrid.roleArn, ...anchorOf(hybrid) }),
      kubeconfigCommand: `aws eks update-kubeconfig --region ${env.region} --name ${env.names.cluster}`,
    });
  }

  /** @param natPublicIps by which nodes call an API that is on the internet alone */
  private controlPlane(subnetIds: readonly string[], natPublicIps: Readonly<Record<string, string>>): EksCluster {
    const { env, partition } = this;
    const { cluster, names, account, region } = env;
    const nodes = Object.values(natPublicIps).map((address) => `${address}/32`);
    const key = new KmsKey(this, "cluster-key", {
      partition,
      accountId: account,
      alias: names.keyAlias("cluster"),
      description: `Kubernetes secrets and control-plane logs of ${env.name}`,
      logicalId: "cluster_key",
      statements: [
        cloudWatchLogsStatement({
          partition,
          region,
          accountId: account,
          logGroupNames: [`/aws/eks/${names.cluster}/cluster`],
        }),
      ],
    });
    return new EksCluster(this, "cluster", {
      partition,
      region,
      accountId: account,
      clusterName: names.cluster,
      roleName: names.role("cluster"),
      kubernetesVersion: cluster.version,
      subnetIds,
      serviceCidr: cluster.serviceCidr,
      endpoint:
        cluster.endpoint.kind === "public"
          ? { ...cluster.endpoint, allowedCidrs: [...cluster.endpoint.allowedCidrs, ...nodes] }
          : cluster.endpoint,
      authenticationMode: cluster.authenticationMode === "api" ? "API" : "API_AND_CONFIG_MAP",
      admins: cluster.adminsByName,
      secretsKeyArn: key.keyArn,
      logs: cluster.logs,
      // other numbers of days are refused by the rule cluster/log-retention
      logRetentionDays: cluster.logDays as LogRetentionDays,
      logsKeyArn: key.keyArn,
      deletionProtection: cluster.deletionProtection,
      supportType: cluster.support === "standard" ? "STANDARD" : "EXTENDED",
      ...(cluster.tier !== "standard" && { controlPlaneTier: cluster.tier }),
      logicalId: "cluster",
      ...(cluster.hybrid && {
        remoteNetworks: { nodeCidrs: cluster.hybrid.nodeCidrs, podCidrs: routedPodCidrs(cluster.hybrid) },
      }),
    });
  }

  /** What servers on premises prove themselves by, and the role that they then have. */
  private hybridCredentials(eks: EksCluster): HybridCredentials | null {
    const { env, partition } = this;
    const { cluster, names, region, account } = env;
    if (!cluster.hybrid) return null;
    return new HybridCredentials(this, "hybrid", {
      partition,
      region,
      accountId: account,
      clusterName: eks.clusterName,
      clusterArn: eks.clusterArn,
      roleName: names.role("hybrid"),
      name: names.resource("hybrid"),
      credentials: cluster.hybrid.credentials,
    });
  }

  private readers(eks: EksCluster): void {
    const { viewersByName, auditorsByName } = this.env.cluster;
    for (const [name, principalArn] of Object.entries(viewersByName))
      this.access(eks, `viewer-${name}`, principalArn, "view");
    for (const [name, principalArn] of Object.entries(auditorsByName))
      this.access(eks, `auditor-${name}`, principalArn, "admin-view");
  }

  /** People of the teams: bindings in the namespaces of their teams name their groups. */
  private teamMembers(eks: EksCluster): void {
    for (const [principalArn, kubernetesGroups] of teamMembers(this.env.teams))
      new AccessEntry(this, `member-${principalName(principalArn)}`, {
        partition: this.partition,
        clusterName: eks.clusterName,
        principalArn,
        kubernetesGroups,
        policy: null,
        scope: { kind: "cluster" },
      });
  }

  /** Charts are read from secrets of the cluster: a plan needs them, too. */
  private pipeline(eks: EksCluster, ci: ResolvedCi): void {
    this.access(eks, "ci-plan", ci.planRoleArn, "admin-view");
    this.access(eks, "ci-deploy", ci.deployRoleArn, "cluster-admin");
  }

  private access(eks: EksCluster, id: string, principalArn: string, policy: AccessPolicy): void {
    new AccessEntry(this, id, {
      partition: this.partition,
      clusterName: eks.clusterName,
      principalArn,
      policy,
      scope: { kind: "cluster" },
    });
  }

  private nodesAndAddons(eks: EksCluster, { nodeRole, hybrid, subnetIds }: BelowNodes): void {
    const { env, partition } = this;
    const { cluster, names } = env;
    const gateway = gatewayGroup(env);
    const version = (addon: ClusterAddon) => cluster.addons[addon] ?? this.defaultVersion(addon, eks);

    const before = new AddonsBeforeNodes(this, "addons-before-nodes", {
      partition,
      clusterName: eks.clusterName,
      versions: {
        vpcCni: version("vpc-cni"),
        kubeProxy: version("kube-proxy"),
        podIdentityAgent: version("eks-pod-identity-agent"),
      },
      cniRoleName: names.role("vpc-cni"),
      ...(cluster.hybrid && { hybridNodes: true }),
      cni: {
        podAddresses: { kind: "addresses", warmAddresses: CNI_WARM_IPS, minimumAddresses: CNI_MINIMUM_IPS },
        ...(cluster.hybrid && gateway !== null && { keepSourceTo: cluster.hybrid.podCidrs }),
      },
    });
    const cache =
      env.imageCache.length > 0
        ? new ImageCache(this, "image-cache", {
            partition,
            region: env.region,
            account: env.account,
            registries: env.imageCache,
            nodeRoleName: nodeRole.roleName,
            ...(hybrid && { hybridRoleName: hybrid.roleName }),
          }).dependables
        : [];
    if (gateway !== null)
      forwardingRights(this, {
        partition,
        region: env.region,
        accountId: env.account,
        nodeRoleName: nodeRole.roleName,
        tags: { ...nodeTags(env.tags), "railyard:node-group": gateway },
      });
    const system = new SystemNodeGroup(this, "system", {
      clusterName: eks.clusterName,
      nodeGroupName: names.resource("system"),
      nodeRoleArn: nodeRole.roleArn,
      subnetIds,
      instanceType: cluster.systemNodes.instanceType,
      amiType: cluster.systemImage.amiType as SystemAmiType,
      kubernetesVersion: cluster.version,
      ...(cluster.systemImage.release !== null && { releaseVersion: cluster.systemImage.release }),
      ...(!isOpen(env.outbound) && { outbound: env.outbound }),
      minNodes: cluster.systemNodes.count,
      maxNodes: cluster.systemNodes.count,
      clusterSecurityGroupId: eks.clusterSecurityGroupId,
      instanceTags: nodeTags(env.tags),
      // login pods and the pruner mount volumes here
      lustreClient: env.storage.some(({ needs }) => needs.nodes.lustreClient),
      dependsOn: [...before.dependables, ...nodeRole.dependables, ...cache],
    });
    new AddonsAfterNodes(this, "addons-after-nodes", {
      partition,
      clusterName: eks.clusterName,
      versions: {
        coreDns: version("coredns"),
        ebsCsiDriver: version("aws-ebs-csi-driver"),
        nodeMonitoringAgent: version("eks-node-monitoring-agent"),
      },
      systemPlacement: { nodeSelector: SYSTEM_NODE_LABELS, tolerations: [] },
      ebsCsiRoleName: names.role("ebs-csi"),
      ...(env.gpu.dcgm !== "off" && { dcgmNodeLabels: NO_MONITORING_DCGM }),
      dependsOn: [system.dependable],
    });
  }

  /** Where no version is known for the Kubernetes minor, the one that EKS itself would install. */
  private defaultVersion(addonName: ClusterAddon, eks: EksCluster): string {
    return new DataAwsEksAddonVersion(this, `default-${addonName}`, { addonName, kubernetesVersion: eks.version })
      .version;
  }
}
