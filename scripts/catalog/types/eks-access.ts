import { SETTING, TAGS, access, partOf, type CatalogRows } from "../catalog-type";

export const EKS_ACCESS: CatalogRows = {
  aws_eks_access_entry: {
    noun: "access entry",
    loss: access("its principal no longer gets into the cluster"),
    read: /^kubernetes_groups\b/,
    replacedBy: ["cluster_name", "principal_arn", "type"],
    orphan: TAGS,
  },
  aws_eks_access_policy_association: {
    noun: null,
    loss: SETTING,
    read: /^(?:policy_arn|access_scope)\b/,
    replacedBy: ["access_scope", "cluster_name", "policy_arn", "principal_arn"],
    orphan: partOf("aws_eks_access_entry"),
  },
};
