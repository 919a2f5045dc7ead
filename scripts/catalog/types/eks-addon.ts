import { TAGS, UNKNOWN, type CatalogRows } from "../catalog-type";

export const EKS_ADDON: CatalogRows = {
  aws_eks_addon: {
    noun: "EKS add-on",
    loss: UNKNOWN,
    read: /^(?:addon_version|configuration_values|preserve|resolve_conflicts_on_\w+)\b/,
    replacedBy: ["addon_name", "cluster_name"],
    orphan: TAGS,
  },
};
