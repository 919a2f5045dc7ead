import { DEFAULT_KUBERNETES_VERSION } from "../../../../config/facts/versions";
import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import { mapBlocks } from "../../map-blocks";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { blockOf, isOn, textOf, textsOf } from "../../attribute-values";
import { refuseClusterChange } from "./eks-cluster-change";
import { refuseClusterNetwork } from "./eks-cluster-network";
import { refuseClusterSettings } from "./eks-cluster-settings";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/eks";
const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const network = { missing: "InvalidParameterException", holds: "DependencyViolation" };

export const EKS_CLUSTER_KINDS = knownKinds({
  aws_eks_cluster: {
    source: [
      `${provider}/cluster.go`,
      `${api}/API_CreateCluster.html`,
      `${api}/API_UpdateClusterConfig.html`,
      `${api}/API_DeleteCluster.html`,
    ],
    computedBlocks: ["access_config", "kubernetes_network_config", "upgrade_policy"],
    // subnets, security groups, remote networks and the version change in place
    forcesNewWhen,
    defaults: {
      bootstrap_self_managed_addons: true,
      "vpc_config.endpoint_private_access": false,
      "vpc_config.endpoint_public_access": true,
    },
    unique: [{ by: ["name"], code: "ResourceInUseException", source: `${api}/API_CreateCluster.html` }],
    references: [
      { path: "role_arn", to: ["aws_iam_role"], by: "arn", missing: "InvalidParameterException" },
      { path: "vpc_config.subnet_ids", to: ["aws_subnet"], ...network },
      { path: "vpc_config.security_group_ids", to: ["aws_security_group"], ...network },
    ],
    refuse: (cluster, cloud, prior) => [
      ...refuseClusterSettings(cluster, cloud),
      ...refuseClusterNetwork(cluster, cloud, prior),
      ...(prior === null ? [] : refuseClusterChange(cluster, prior, cloud)),
    ],
    refuseDelete,
    create,
    spawns,
  },
});

/** Encryption cannot be taken away, and the role of nodes of Auto Mode cannot be another one. */
function forcesNewWhen(prior: Attributes, planned: Attributes): string[] {
  const paths: string[] = [];
  if (blockOf(prior, "encryption_config") && !blockOf(planned, "encryption_config")) paths.push("encryption_config");
  const [before, after] = [blockOf(prior, "compute_config"), blockOf(planned, "compute_config")];
  const [oldRole, newRole] = [textOf(before, "node_role_arn") ?? "", textOf(after, "node_role_arn") ?? ""];
  const given = newRole !== "" || (isOn(after, "enabled") && textsOf(after, "node_pools").length > 0);
  if (before && after && oldRole !== "" && oldRole !== newRole && given) paths.push("compute_config.node_role_arn");
  return paths;
}

function refuseDelete(cluster: Attributes): Refusal[] {
  if (!isOn(cluster, "deletion_protection")) return [];
  return [
    {
      code: "InvalidRequestException",
      message: `deletion_protection of cluster ${textOf(cluster, "name")} is on; it must be off before the cluster can go`,
      source: "https://docs.aws.amazon.com/eks/latest/userguide/deletion-protection.html",
    },
  ];
}

function create(cluster: Attributes, cloud: CloudApi): Attributes {
  const name = textOf(cluster, "name") ?? "";
  const domain = domainOf(cloud.partition);
  const id = cloud.hex(32, "endpoint").toUpperCase();
  const on = (block: Attributes) => ({ ...block, enabled: block["enabled"] ?? false });
  return {
    id: name,
    arn: cloud.arn("eks", `cluster/${name}`),
    certificate_authority: [{ data: certificate(cloud) }],
    // clusters on Outposts only
    cluster_id: null,
    created_at: cloud.now,
    deletion_protection: false,
    endpoint: `https://${id}.gr7.${cloud.region}.eks.${domain}`,
    identity: [{ oidc: [{ issuer: `https://oidc.eks.${cloud.region}.${domain}/id/${id}` }] }],
    platform_version: "eks.1",
    status: "ACTIVE",
    version: textOf(cluster, "version") ?? DEFAULT_KUBERNETES_VERSION,
    access_config: mapBlocks(cluster, "access_config", (block) => ({
      ...block,
      authentication_mode: block["authentication_mode"] ?? "CONFIG_MAP",
    })),
    compute_config: mapBlocks(cluster, "compute_config", on),
    control_plane_scaling_config: mapBlocks(cluster, "control_plane_scaling_config", (block) => ({
      ...block,
      tier: block["tier"] ?? "standard",
    })),
    kubernetes_network_config: mapBlocks(cluster, "kubernetes_network_config", (block) => ({
      ...block,
      ...servicesOf(block),
      elastic_load_balancing: mapBlocks(block, "elastic_load_balancing", on),
    })),
    storage_config: mapBlocks(cluster, "storage_config", (block) => ({
      ...block,
      block_storage: mapBlocks(block, "block_storage", on),
    })),
    upgrade_policy: mapBlocks(cluster, "upgrade_policy", (block) => ({
      ...block,
      support_type: block["support_type"] ?? "EXTENDED",
    })),
    vpc_config: mapBlocks(cluster, "vpc_config", (block) => ({
      ...block,
      cluster_security_group_id: `sg-${cloud.hex(17, "cluster security group")}`,
      public_access_cidrs: block["public_access_cidrs"] ?? ["0.0.0.0/0"],
      vpc_id: cloud.get("aws_subnet", textsOf(block, "subnet_ids")[0] ?? "")?.attributes["vpc_id"] ?? null,
    })),
  };
}

/** Addresses of services, of one family. */
function servicesOf(block: Attributes): Attributes {
  if (textOf(block, "ip_family") === "ipv6")
    return { service_ipv4_cidr: null, service_ipv6_cidr: "fd30:1c53:5f8a::/108" };
  return {
    ip_family: "ipv4",
    service_ipv4_cidr: block["service_ipv4_cidr"] ?? "10.100.0.0/16",
    service_ipv6_cidr: null,
  };
}

/** A security group for control plane and nodes; and for its logs a group, where nobody has made one before. */
function spawns(cluster: Attributes, cloud: CloudApi): CloudObject[] {
  const name = textOf(cluster, "name") ?? "";
  const vpc = blockOf(cluster, "vpc_config");
  const groupId = textOf(vpc, "cluster_security_group_id") ?? "";
  const securityGroup = {
    id: groupId,
    arn: cloud.arn("ec2", `security-group/${groupId}`),
    name: `eks-cluster-sg-${name}-${parseInt(cloud.hex(8, "cluster security group"), 16)}`,
    owner_id: cloud.account,
    vpc_id: textOf(vpc, "vpc_id"),
  };
  const logs = `/aws/eks/${name}/cluster`;
  const makesLogs =
    textsOf(cluster, "enabled_cluster_log_types").length > 0 && !cloud.get("aws_cloudwatch_log_group", logs);
  return [
    { type: "aws_security_group", id: groupId, attributes: securityGroup },
    ...(makesLogs
      ? [{ type: "aws_cloudwatch_log_group", id: logs, attributes: { id: logs, name: logs, retention_in_days: 0 } }]
      : []),
  ];
}

/** PEM in base64, as kubeconfig has it. Its bytes are no certificate. */
function certificate(cloud: CloudApi): string {
  const hex = Array.from({ length: 20 }, (_, part) => cloud.hex(40, `certificate ${part}`)).join("");
  const lines =
    Buffer.from(hex, "hex")
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  const pem = ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
  return Buffer.from(pem).toString("base64");
}
