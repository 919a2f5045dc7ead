import { KUBERNETES_VERSIONS } from "../../../../config/facts/versions";
import type { CloudApi } from "../../cloud/cloud-api";
import type { DataKind, Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { defaultAddonVersion } from "./addon-versions";
import { domainOf } from "../api-ids";
import { blocksOf, textOf, textsOf } from "../../attribute-values";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service";
const api = "https://docs.aws.amazon.com/eks/latest/APIReference";

export const EKS_DATA: Readonly<Record<string, DataKind>> = {
  aws_eks_cluster: {
    source: [`${provider}/eks/cluster_data_source.go`, `${api}/API_DescribeCluster.html`],
    read: (config, cloud) => {
      const name = textOf(config, "name") ?? "";
      const cluster = cloud.get("aws_eks_cluster", name)?.attributes;
      return cluster
        ? clusterData(cluster)
        : missing("ResourceNotFoundException", `No cluster found for name: ${name}`, `${api}/API_DescribeCluster.html`);
    },
  },
  aws_eks_cluster_auth: {
    source: [`${provider}/eks/cluster_auth_data_source.go`, `${provider}/eks/token.go`],
    sensitive: ["token"],
    // asks nobody: a cluster that is not there has a token as well
    read: (config, cloud) => ({ id: textOf(config, "name"), token: token(textOf(config, "name") ?? "", cloud) }),
  },
  aws_eks_addon_version: {
    source: [`${provider}/eks/addon_version_data_source.go`, `${api}/API_DescribeAddonVersions.html`],
    read: (config) => {
      const [addon, version] = [textOf(config, "addon_name") ?? "", textOf(config, "kubernetes_version") ?? ""];
      return version in KUBERNETES_VERSIONS
        ? { id: addon, version: defaultAddonVersion(addon, version) }
        : missing(
            "InvalidParameterException",
            `kubernetes_version ${version}; EKS has ${Object.keys(KUBERNETES_VERSIONS).join(", ")}`,
            `${api}/API_DescribeAddonVersions.html`,
          );
    },
  },
};

const COPIED = [
  "arn",
  "certificate_authority",
  "cluster_id",
  "created_at",
  "deletion_protection",
  "endpoint",
  "identity",
  "platform_version",
  "role_arn",
  "status",
  "version",
];

/** Blocks, and what of them the data source shows: without the switches of the provider, and with nothing left out. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  access_config: ["authentication_mode", "bootstrap_cluster_creator_admin_permissions"],
  compute_config: ["enabled", "node_pools", "node_role_arn"],
  control_plane_scaling_config: ["tier"],
  kubernetes_network_config: ["elastic_load_balancing", "ip_family", "service_ipv4_cidr", "service_ipv6_cidr"],
  outpost_config: ["control_plane_instance_type", "control_plane_placement", "outpost_arns"],
  remote_network_config: ["remote_node_networks", "remote_pod_networks"],
  storage_config: ["block_storage"],
  upgrade_policy: ["support_type"],
  vpc_config: [
    "cluster_security_group_id",
    "endpoint_private_access",
    "endpoint_public_access",
    "public_access_cidrs",
    "security_group_ids",
    "subnet_ids",
    "vpc_id",
  ],
  zonal_shift_config: ["enabled"],
};

function clusterData(cluster: Attributes): Attributes {
  const only = (names: readonly string[], block: Attributes): Attributes =>
    Object.fromEntries(names.map((name) => [name, block[name] ?? null]));
  return {
    ...only(COPIED, cluster),
    ...Object.fromEntries(
      Object.entries(BLOCKS).map(([name, names]) => [name, blocksOf(cluster, name).map((block) => only(names, block))]),
    ),
    id: textOf(cluster, "name"),
    enabled_cluster_log_types: textsOf(cluster, "enabled_cluster_log_types"),
    tags: cluster["tags_all"] ?? cluster["tags"] ?? {},
  };
}

/** Looks like the request to STS that a real token is. */
function token(name: string, cloud: CloudApi): string {
  const host = `sts.${cloud.region}.${domainOf(cloud.partition)}`;
  const request = `https://${host}/?Action=GetCallerIdentity&cluster=${name}&X-Amz-Signature=${cloud.hex(40, "token")}`;
  return `k8s-aws-v1.${Buffer.from(request).toString("base64url")}`;
}

const missing = (code: string, message: string, source: string): Refusal => ({ code, message, source });
