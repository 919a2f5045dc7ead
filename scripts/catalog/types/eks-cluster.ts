import { TAGS, data, type CatalogRows } from "../catalog-type";

export const EKS_CLUSTER: CatalogRows = {
  aws_eks_cluster: {
    noun: "EKS cluster",
    loss: data("every object in Kubernetes is deleted, and with them all that runs"),
    first: "First: drain Slurm, save what persistent volumes hold, and note what was put into the cluster by hand.",
    about: ["cluster", "network"],
    isFilled: true,
    read: /^(?:version|deletion_protection|enabled_cluster_log_types|control_plane_scaling_config|compute_config|access_config\[0\]\.authentication_mode|vpc_config\[0\]\.(?:subnet_ids|public_access_cidrs|endpoint_public_access|endpoint_private_access))\b/,
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
  },
};
