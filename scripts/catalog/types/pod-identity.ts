import { joined } from "../import-id";
import { TAGS, access, type CatalogRows } from "../catalog-type";

export const POD_IDENTITY: CatalogRows = {
  aws_eks_pod_identity_association: {
    noun: null,
    loss: access("pods of its service account lose their access to AWS"),
    read: /^(?:role_arn|target_role_arn|disable_session_tags)\b/,
    replacedBy: ["cluster_name", "namespace", "service_account"],
    orphan: TAGS,
    adopted: { id: ({ cluster_name: cluster, association_id: id }) => joined(",", cluster, id) },
  },
};
