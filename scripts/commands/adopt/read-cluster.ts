import { CloudWatchLogsClient, DescribeLogGroupsCommand } from "@aws-sdk/client-cloudwatch-logs";
import { EC2Client } from "@aws-sdk/client-ec2";
import {
  DescribeClusterCommand,
  EKSClient,
  ListAccessEntriesCommand,
  ListAddonsCommand,
  ListAssociatedAccessPoliciesCommand,
  ListClustersCommand,
  ListNodegroupsCommand,
  type Cluster,
} from "@aws-sdk/client-eks";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { ask, askAll, askMaybe, notThere } from "./ask";
import type { Found, FoundPart, Obstacle } from "./found";
import { readGroupRules } from "./group-rules";
import { ownerOf, tagsIn } from "./owner";
import { ofType, type Places } from "./planned";

export interface ReadClusterProps {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  /** Resources of the cluster stack. */
  readonly places: Places;
  readonly name: string;
}

/** An EKS cluster with its add-ons, access entries, log group, and the rules of its security group. */
export async function readCluster({ aws, environment, places, name }: ReadClusterProps): Promise<Found> {
  const eks = aws.client(EKSClient);
  const answer = await askMaybe("eks:DescribeCluster", () => eks.send(new DescribeClusterCommand({ name })));
  const cluster = answer?.cluster;
  if (!cluster) {
    const pages = await askAll("eks:ListClusters", "nextToken", (nextToken) =>
      eks.send(new ListClustersCommand({ nextToken })),
    );
    throw notThere(
      "cluster",
      name,
      environment.region,
      pages.flatMap(({ clusters = [] }) => clusters),
    );
  }
  const { nodegroups = [] } = await ask("eks:ListNodegroups", () =>
    eks.send(new ListNodegroupsCommand({ clusterName: name })),
  );
  const owner = ownerOf(name, tagsIn(cluster.tags), environment);
  const group = cluster.resourcesVpcConfig?.clusterSecurityGroupId;
  const groups = new Map(
    group ? [[`\${${places.get("cluster/cluster")?.address}.vpc_config[0].cluster_security_group_id}`, group]] : [],
  );
  return {
    kind: "cluster",
    id: name,
    parts: [
      { place: "cluster/cluster", id: name, actual: actualOf(cluster) },
      ...(await addons(eks, places, name)),
      ...(usesEntries(cluster) ? await entries(eks, places, name) : []),
      ...(await logGroup(aws, name)),
      ...(await readGroupRules({ ec2: aws.client(EC2Client), places, groups })),
    ],
    obstacles: [
      ...owner.obstacles,
      ...vpcObstacles(cluster, environment),
      ...versionObstacles(cluster, environment),
      ...modeObstacles(cluster),
    ],
    notes: [
      ...owner.notes,
      ...(nodegroups.length
        ? [`node groups of ${name} stay as they are, outside of the environment: ${nodegroups.join(", ")}`]
        : []),
    ],
  };
}

/** By the names of `aws_eks_cluster`. */
function actualOf(cluster: Cluster): FoundPart["actual"] {
  const { resourcesVpcConfig: vpc, kubernetesNetworkConfig: network } = cluster;
  const [encryption] = cluster.encryptionConfig ?? [];
  const logs = (cluster.logging?.clusterLogging ?? [])
    .filter(({ enabled }) => enabled)
    .flatMap(({ types = [] }) => types);
  return {
    name: cluster.name,
    version: cluster.version,
    role_arn: cluster.roleArn,
    "kubernetes_network_config.service_ipv4_cidr": network?.serviceIpv4Cidr ?? null,
    "kubernetes_network_config.ip_family": network?.ipFamily ?? "ipv4",
    "access_config.authentication_mode": cluster.accessConfig?.authenticationMode ?? "CONFIG_MAP",
    "vpc_config.endpoint_private_access": vpc?.endpointPrivateAccess ?? false,
    "vpc_config.endpoint_public_access": vpc?.endpointPublicAccess ?? false,
    "vpc_config.public_access_cidrs": vpc?.publicAccessCidrs ?? [],
    "encryption_config.provider.key_arn": encryption?.provider?.keyArn ?? null,
    enabled_cluster_log_types: logs,
    deletion_protection: cluster.deletionProtection ?? false,
    "upgrade_policy.support_type": cluster.upgradePolicy?.supportType ?? "EXTENDED",
  };
}

async function addons(eks: EKSClient, places: Places, name: string): Promise<FoundPart[]> {
  const pages = await askAll("eks:ListAddons", "nextToken", (nextToken) =>
    eks.send(new ListAddonsCommand({ clusterName: name, nextToken })),
  );
  const there = pages.flatMap(({ addons: some = [] }) => some);
  return ofType(places, "aws_eks_addon")
    .filter(([, json]) => there.includes(String(json["addon_name"])))
    .map(([place, json]) => ({ place, id: `${name}:${String(json["addon_name"])}`, actual: {} }));
}

const usesEntries = ({ accessConfig }: Cluster): boolean =>
  accessConfig?.authenticationMode !== undefined && accessConfig.authenticationMode !== "CONFIG_MAP";

async function entries(eks: EKSClient, places: Places, name: string): Promise<FoundPart[]> {
  const pages = await askAll("eks:ListAccessEntries", "nextToken", (nextToken) =>
    eks.send(new ListAccessEntriesCommand({ clusterName: name, nextToken })),
  );
  const there = pages.flatMap(({ accessEntries = [] }) => accessEntries);
  const parts: FoundPart[] = [];
  for (const [place, json] of ofType(places, "aws_eks_access_entry")) {
    const principalArn = String(json["principal_arn"]);
    if (!there.includes(principalArn)) continue;
    parts.push({ place, id: `${name}:${principalArn}`, actual: {} });
    const { associatedAccessPolicies = [] } = await ask("eks:ListAssociatedAccessPolicies", () =>
      eks.send(new ListAssociatedAccessPoliciesCommand({ clusterName: name, principalArn })),
    );
    const beside = place.replace(/entry$/, "policy");
    const policyArn = String(places.get(beside)?.json["policy_arn"]);
    if (associatedAccessPolicies.some((policy) => policy.policyArn === policyArn))
      parts.push({ place: beside, id: `${name}#${principalArn}#${policyArn}`, actual: {} });
  }
  return parts;
}

/** EKS makes it as soon as a log is switched on, and Terraform cannot make it then. */
async function logGroup(aws: AwsAccess, name: string): Promise<FoundPart[]> {
  const wanted = `/aws/eks/${name}/cluster`;
  const { logGroups = [] } = await ask("logs:DescribeLogGroups", () =>
    aws.client(CloudWatchLogsClient).send(new DescribeLogGroupsCommand({ logGroupNamePrefix: wanted })),
  );
  const found = logGroups.find(({ logGroupName }) => logGroupName === wanted);
  if (!found) return [];
  return [
    {
      place: "cluster/logs",
      id: wanted,
      actual: { retention_in_days: found.retentionInDays ?? 0, kms_key_id: found.kmsKeyId ?? null },
    },
  ];
}

/** @see https://docs.aws.amazon.com/eks/latest/APIReference/API_VpcConfigRequest.html */
function vpcObstacles({ name, resourcesVpcConfig: vpc }: Cluster, { network, adopt }: AwsEnvironment): Obstacle[] {
  const own = network.vpcId ?? adopt?.vpc?.id;
  const there = vpc?.vpcId ?? "no VPC";
  if (own === there) return [];
  return [
    {
      text: `cluster ${name} stands in ${there}, and the network of the environment ${own === undefined ? "would be new" : `is ${own}`}; a cluster never changes its VPC`,
      fix: `write network: { kind: "existing", vpcId: "${there}", … }, or adopt the VPC as well: --vpc ${there}`,
    },
  ];
}

/** @see https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html */
function versionObstacles({ name, version = "" }: Cluster, { cluster }: AwsEnvironment): Obstacle[] {
  const minor = (text: string) => Number(text.split(".")[1]);
  const steps = minor(cluster.version) - minor(version);
  if (steps === 0 || steps === 1) return [];
  const why = steps < 0 ? "a cluster never goes back" : "a cluster goes up one minor version at a time";
  return [
    {
      text: `cluster ${name} runs Kubernetes ${version}, the config says ${cluster.version}; ${why}`,
      fix: `write cluster.version: "${version}"`,
    },
  ];
}

/** @see https://docs.aws.amazon.com/eks/latest/userguide/setting-up-access-entries.html */
function modeObstacles({ name, accessConfig }: Cluster): Obstacle[] {
  if ((accessConfig?.authenticationMode ?? "CONFIG_MAP") !== "CONFIG_MAP") return [];
  return [
    {
      text: `cluster ${name} has no access entries (authentication mode CONFIG_MAP), and cannot go to API in one step`,
      fix: `aws eks update-cluster-config --name ${name} --access-config authenticationMode=API_AND_CONFIG_MAP`,
    },
  ];
}
