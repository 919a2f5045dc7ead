import { UNKNOWN, data, jobs, partOf, type CatalogRows } from "../catalog-type";

export const KUBERNETES_OBJECTS: CatalogRows = {
  kubernetes_namespace_v1: {
    noun: null,
    loss: jobs("everything in it is deleted"),
    replacedBy: ["metadata.name", "metadata.generate_name"],
    orphan: partOf("aws_eks_cluster"),
  },
  kubernetes_persistent_volume_v1: {
    noun: null,
    loss: data("its claim loses it; what it is made of goes with it, by its reclaim policy"),
    isFilled: true,
    replacedBy: null,
    orphan: partOf("aws_eks_cluster"),
  },
  kubernetes_persistent_volume_claim_v1: {
    noun: null,
    loss: data("its volume is released, and by its reclaim policy deleted"),
    replacedBy: null,
    orphan: partOf("aws_eks_cluster"),
  },
  kubernetes_config_map_v1: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: ["metadata.name", "metadata.namespace", "metadata.generate_name"],
    orphan: partOf("aws_eks_cluster"),
  },
  kubernetes_secret_v1: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: ["metadata.name", "metadata.namespace", "metadata.generate_name", "type"],
    orphan: partOf("aws_eks_cluster"),
  },
  kubernetes_service_account_v1: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: ["metadata.name", "metadata.namespace", "metadata.generate_name"],
    orphan: partOf("aws_eks_cluster"),
  },
  kubernetes_storage_class_v1: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: [
      "metadata.name",
      "metadata.generate_name",
      "allowed_topologies",
      "mount_options",
      "parameters",
      "storage_provisioner",
      "volume_binding_mode",
    ],
    orphan: partOf("aws_eks_cluster"),
  },
};
