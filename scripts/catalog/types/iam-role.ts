import { joined } from "../import-id";
import { TAGS, access, notFound, partOf, type CatalogRows } from "../catalog-type";

export const IAM_ROLE: CatalogRows = {
  aws_iam_role: {
    noun: "IAM role",
    loss: access("whoever acts by it loses access to AWS"),
    read: /^(?:assume_role_policy|inline_policy|managed_policy_arns|permissions_boundary|max_session_duration|force_detach_policies)\b/,
    replacedBy: ["name", "name_prefix", "path"],
    orphan: notFound("the tagging API lists no roles of IAM"),
  },
  aws_iam_role_policy: {
    noun: "policy of the IAM role",
    loss: access("its role loses what it allows"),
    read: /^policy\b/,
    replacedBy: ["name", "name_prefix", "role"],
    orphan: partOf("aws_iam_role"),
    adopted: { id: ({ role, name }) => joined(":", role, name) },
  },
  aws_iam_role_policy_attachment: {
    noun: null,
    loss: access("its role loses what the policy allows"),
    replacedBy: ["policy_arn", "role"],
    orphan: partOf("aws_iam_role"),
    adopted: { id: ({ role, policy_arn: policy }) => joined("/", role, policy) },
  },
  aws_iam_instance_profile: {
    noun: null,
    loss: access("instances with it lose their access to AWS"),
    replacedBy: ["name", "name_prefix", "path"],
    orphan: TAGS,
  },
};
