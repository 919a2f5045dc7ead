import { ofService } from "./type-actions";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelastickubernetesservice.html */
const EKS_ACTIONS = ofService("eks", {
  aws_eks_access_entry: {
    reads: ["DescribeAccessEntry"],
    changes: ["CreateAccessEntry", "UpdateAccessEntry", "DeleteAccessEntry", "TagResource", "UntagResource"],
  },
  aws_eks_access_policy_association: {
    reads: ["ListAssociatedAccessPolicies"],
    changes: ["AssociateAccessPolicy", "DisassociateAccessPolicy"],
  },
  aws_eks_addon: {
    reads: ["DescribeAddon", "DescribeAddonVersions"],
    changes: ["CreateAddon", "UpdateAddon", "DeleteAddon", "TagResource", "UntagResource"],
    passes: ["iam:PassRole"],
  },
  aws_eks_cluster: {
    reads: ["DescribeCluster", "DescribeUpdate"],
    opens: ["CreateCluster"],
    changes: [
      "UpdateClusterConfig",
      "UpdateClusterVersion",
      "AssociateEncryptionConfig",
      "DeleteCluster",
      "TagResource",
      "UntagResource",
    ],
    passes: ["iam:PassRole", "kms:DescribeKey", "kms:CreateGrant"],
  },
  // nodes are started from a launch template only for who may start instances
  // https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html
  aws_eks_node_group: {
    reads: ["DescribeNodegroup", "DescribeUpdate"],
    changes: [
      "CreateNodegroup",
      "UpdateNodegroupConfig",
      "UpdateNodegroupVersion",
      "DeleteNodegroup",
      "TagResource",
      "UntagResource",
    ],
    passes: ["iam:PassRole", "ec2:RunInstances"],
  },
  aws_eks_pod_identity_association: {
    reads: ["DescribePodIdentityAssociation"],
    changes: [
      "CreatePodIdentityAssociation",
      "UpdatePodIdentityAssociation",
      "DeletePodIdentityAssociation",
      "TagResource",
      "UntagResource",
    ],
    passes: ["iam:PassRole"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2autoscaling.html */
const AUTO_SCALING_ACTIONS = ofService("autoscaling", {
  aws_autoscaling_schedule: {
    reads: ["DescribeScheduledActions"],
    changes: ["PutScheduledUpdateGroupAction", "DeleteScheduledAction", "CreateOrUpdateTags", "DeleteTags"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awskeymanagementservice.html */
const KEY_ACTIONS = ofService("kms", {
  aws_kms_alias: { reads: ["ListAliases"], changes: ["CreateAlias", "UpdateAlias", "DeleteAlias"] },
  aws_kms_key: {
    reads: ["DescribeKey", "GetKeyPolicy", "GetKeyRotationStatus", "ListResourceTags"],
    opens: ["CreateKey"],
    changes: [
      "EnableKeyRotation",
      "PutKeyPolicy",
      "DisableKeyRotation",
      "UpdateKeyDescription",
      "TagResource",
      "UntagResource",
      "ScheduleKeyDeletion",
      "EnableKey",
    ],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncloudwatchlogs.html */
const LOG_ACTIONS = ofService("logs", {
  aws_cloudwatch_log_group: {
    reads: ["DescribeLogGroups", "ListTagsForResource"],
    changes: [
      "CreateLogGroup",
      "DeleteLogGroup",
      "PutRetentionPolicy",
      "DeleteRetentionPolicy",
      "AssociateKmsKey",
      "DisassociateKmsKey",
      "TagResource",
      "UntagResource",
    ],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementiam.html */
const IDENTITY_ACTIONS = ofService("iam", {
  aws_iam_openid_connect_provider: {
    reads: ["GetOpenIDConnectProvider", "ListOpenIDConnectProviderTags"],
    changes: ["CreateOpenIDConnectProvider", "DeleteOpenIDConnectProvider", "TagOpenIDConnectProvider"],
  },
  aws_iam_policy: {
    reads: ["GetPolicy", "GetPolicyVersion", "ListPolicyTags", "ListPolicyVersions"],
    changes: ["CreatePolicy", "CreatePolicyVersion", "DeletePolicyVersion", "DeletePolicy", "TagPolicy"],
  },
  aws_iam_role: {
    reads: ["GetRole", "ListRolePolicies", "ListAttachedRolePolicies", "ListInstanceProfilesForRole", "ListRoleTags"],
    changes: [
      "CreateRole",
      "UpdateRole",
      "UpdateRoleDescription",
      "UpdateAssumeRolePolicy",
      "PutRolePermissionsBoundary",
      "DeleteRole",
      "TagRole",
      "UntagRole",
    ],
  },
  aws_iam_role_policy: { reads: ["GetRolePolicy"], changes: ["PutRolePolicy", "DeleteRolePolicy"] },
  aws_iam_role_policy_attachment: {
    reads: ["ListAttachedRolePolicies"],
    changes: ["AttachRolePolicy", "DetachRolePolicy"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementrolesanywhere.html */
const ROLES_ANYWHERE_ACTIONS = ofService("rolesanywhere", {
  aws_rolesanywhere_profile: {
    reads: ["GetProfile", "ListTagsForResource"],
    opens: ["CreateProfile"],
    changes: ["UpdateProfile", "DeleteProfile", "EnableProfile", "DisableProfile", "TagResource", "UntagResource"],
    passes: ["iam:PassRole"],
  },
  aws_rolesanywhere_trust_anchor: {
    reads: ["GetTrustAnchor", "ListTagsForResource"],
    opens: ["CreateTrustAnchor"],
    changes: [
      "UpdateTrustAnchor",
      "DeleteTrustAnchor",
      "EnableTrustAnchor",
      "DisableTrustAnchor",
      "TagResource",
      "UntagResource",
    ],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsbudgets.html */
const BUDGET_ACTIONS = ofService("budgets", {
  aws_budgets_budget: {
    reads: ["ViewBudget", "ListTagsForResource"],
    changes: ["ModifyBudget", "TagResource", "UntagResource"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awscostexplorerservice.html */
const ANOMALY_ACTIONS = ofService("ce", {
  aws_ce_anomaly_monitor: {
    reads: ["GetAnomalyMonitors", "ListTagsForResource"],
    opens: ["CreateAnomalyMonitor"],
    changes: ["UpdateAnomalyMonitor", "DeleteAnomalyMonitor", "TagResource", "UntagResource"],
  },
  aws_ce_anomaly_subscription: {
    reads: ["GetAnomalySubscriptions", "ListTagsForResource"],
    opens: ["CreateAnomalySubscription"],
    changes: ["UpdateAnomalySubscription", "DeleteAnomalySubscription", "TagResource", "UntagResource"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsns.html */
const TOPIC_ACTIONS = ofService("sns", {
  aws_sns_topic: {
    reads: ["GetTopicAttributes", "ListTagsForResource"],
    changes: ["CreateTopic", "DeleteTopic", "SetTopicAttributes", "TagResource", "UntagResource"],
  },
  // an end or a change names a subscription, which policies cannot
  aws_sns_topic_subscription: {
    reads: ["GetSubscriptionAttributes"],
    opens: ["Unsubscribe", "SetSubscriptionAttributes"],
    changes: ["Subscribe"],
  },
});

/**
 * Rules belong to the registry of the account, and no policy can name one.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelasticcontainerregistry.html
 */
const REGISTRY_ACTIONS = ofService("ecr", {
  aws_ecr_pull_through_cache_rule: {
    reads: ["DescribePullThroughCacheRules"],
    opens: ["CreatePullThroughCacheRule", "UpdatePullThroughCacheRule", "DeletePullThroughCacheRule"],
  },
});

export const CLUSTER_ACTIONS = {
  ...REGISTRY_ACTIONS,
  ...EKS_ACTIONS,
  ...AUTO_SCALING_ACTIONS,
  ...KEY_ACTIONS,
  ...LOG_ACTIONS,
  ...IDENTITY_ACTIONS,
  ...ROLES_ANYWHERE_ACTIONS,
  ...BUDGET_ACTIONS,
  ...ANOMALY_ACTIONS,
  ...TOPIC_ACTIONS,
};
