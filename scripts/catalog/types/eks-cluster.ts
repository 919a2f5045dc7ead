import { choice, key } from "../keep-by";
import { TAGS, data, type CatalogRows } from "../catalog-type";

export const EKS_CLUSTER: CatalogRows = {
  aws_eks_cluster: {
    noun: "EKS cluster",
    loss: data("every object in Kubernetes is deleted, and with them all that runs"),
    first: "First: drain Slurm, save what persistent volumes hold, and note what was put into the cluster by hand.",
    about: ["cluster", "network"],
    isFilled: true,
    read: /^(?:version|deletion_protection|enabled_cluster_log_types|control_plane_scaling_config|compute_config|access_config\[0\]\.authentication_mode|remote_network_config|vpc_config\[0\]\.(?:subnet_ids|public_access_cidrs|endpoint_public_access|endpoint_private_access))\b/,
    replacedBy: [
      "access_config.bootstrap_cluster_creator_admin_permissions",
      "bootstrap_self_managed_addons",
      "kubernetes_network_config.ip_family",
      "kubernetes_network_config.service_ipv4_cidr",
      "name",
      "outpost_config.control_plane_instance_type",
      "outpost_config.control_plane_placement.group_name",
      "role_arn",
    ],
    orphan: TAGS,
    adopted: {
      keepBy: {
        version: key("cluster.version"),
        "kubernetes_network_config.service_ipv4_cidr": key("cluster.serviceCidr"),
        "access_config.authentication_mode": choice("cluster.authenticationMode", {
          API: "api",
          API_AND_CONFIG_MAP: "api-and-config-map",
          CONFIG_MAP: "api-and-config-map",
        }),
        enabled_cluster_log_types: key("cluster.logs"),
        deletion_protection: key("cluster.deletionProtection"),
        "upgrade_policy.support_type": choice("cluster.support", { STANDARD: "standard", EXTENDED: "extended" }),
        "vpc_config.endpoint_public_access": (there) =>
          there === true
            ? 'cluster.endpoint: { kind: "public-and-private", allowedCidrs: […] }'
            : 'cluster.endpoint: { kind: "private" }',
        "vpc_config.public_access_cidrs": key("cluster.endpoint.allowedCidrs"),
      },
    },
  },
};
