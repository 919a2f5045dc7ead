import { TAGS, jobs, type CatalogRows } from "../catalog-type";

export const EKS_NODE_GROUP: CatalogRows = {
  aws_eks_node_group: {
    noun: "node group",
    loss: jobs("its nodes are drained and terminated"),
    read: /^(?:scaling_config|labels|taint|launch_template|version|release_version|ami_type|instance_types|node_repair_config|update_config)\b/,
    replacedBy: [
      "ami_type",
      "capacity_type",
      "cluster_name",
      "disk_size",
      "instance_types",
      "launch_template.id",
      "launch_template.name",
      "node_group_name",
      "node_group_name_prefix",
      "node_role_arn",
      "remote_access",
      "subnet_ids",
    ],
    orphan: TAGS,
  },
  aws_eks_fargate_profile: {
    noun: null,
    loss: jobs("its pods are deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
};
