import { type PolicyStatement } from "../security/policy";
import { claiming, inRegion, regionalArn, tagged, tagging, type ServicePermissions } from "./scope";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelastickubernetesservice.html */
export const CLUSTER_PERMISSIONS: ServicePermissions = {
  types: /^aws_eks_/,
  reads: ["eks:Describe*", "eks:List*"],
  changes: (scope): PolicyStatement[] => [
    // the call names no resource
    { sid: "MakeCluster", actions: ["eks:CreateCluster"], resources: ["*"], conditions: tagging(scope) },
    {
      sid: "ChangeCluster",
      actions: [
        ...["eks:CreateAccessEntry", "eks:CreateAddon", "eks:CreateNodegroup", "eks:CreatePodIdentityAssociation"],
        ...["eks:UpdateClusterConfig", "eks:UpdateClusterVersion", "eks:AssociateEncryptionConfig"],
        ...["eks:UpdateAccessEntry", "eks:UpdateAddon", "eks:UpdateNodegroup*", "eks:UpdatePodIdentityAssociation"],
        ...["eks:AssociateAccessPolicy", "eks:DisassociateAccessPolicy", "eks:TagResource", "eks:UntagResource"],
        ...["eks:DeleteAccessEntry", "eks:DeleteAddon", "eks:DeleteCluster", "eks:DeleteNodegroup"],
        ...["eks:DeletePodIdentityAssociation"],
      ],
      resources: [
        `cluster/${scope.clusterName}`,
        ...["access-entry", "addon", "nodegroup", "podidentityassociation"].map(
          (kind) => `${kind}/${scope.clusterName}/*`,
        ),
      ].map((resource) => regionalArn(scope, "eks", resource)),
    },
  ],
};

/**
 * Groups of nodes have an Auto Scaling group each, which EKS calls `eks-<group>-<uuid>`.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2autoscaling.html
 */
export const AUTO_SCALING_PERMISSIONS: ServicePermissions = {
  types: /^aws_autoscaling_/,
  reads: ["autoscaling:Describe*"],
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ScheduleNodes",
      actions: [
        ...["autoscaling:PutScheduledUpdateGroupAction", "autoscaling:DeleteScheduledAction"],
        ...["autoscaling:CreateOrUpdateTags", "autoscaling:DeleteTags"],
      ],
      resources: [
        regionalArn(scope, "autoscaling", `autoScalingGroup:*:autoScalingGroupName/eks-${scope.environment}-*`),
      ],
    },
  ],
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awskeymanagementservice.html */
export const KEY_PERMISSIONS: ServicePermissions = {
  types: /^aws_kms_(alias|key)$/,
  reads: [
    ...["kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus", "kms:ListAliases", "kms:ListResourceTags"],
  ],
  changes: (scope): PolicyStatement[] => {
    const keys = [regionalArn(scope, "kms", "key/*")];
    const own = tagged(scope).StringEquals;
    return [
      { sid: "MakeKeys", actions: ["kms:CreateKey"], resources: ["*"], conditions: tagging(scope) },
      {
        // a new key gets its tags by a permission for all keys: https://docs.aws.amazon.com/kms/latest/developerguide/tag-permissions.html
        // a new one has no name either, and those of other environments have one
        sid: "TagNewKeys",
        actions: ["kms:TagResource"],
        resources: keys,
        conditions: { ...claiming(scope), Null: { ...claiming(scope).Null, "kms:ResourceAliases": "true" } },
      },
      {
        sid: "ChangeKeys",
        actions: [
          ...["kms:CreateAlias", "kms:UpdateAlias", "kms:DeleteAlias", "kms:EnableKeyRotation", "kms:PutKeyPolicy"],
          ...["kms:DisableKeyRotation", "kms:UpdateKeyDescription", "kms:TagResource", "kms:UntagResource"],
          ...["kms:ScheduleKeyDeletion", "kms:EnableKey"],
        ],
        resources: keys,
        conditions: {
          StringEquals: own,
          // whoever has the key of the state has every secret in it: it is changed by hand
          ...(scope.stateKeyAlias && {
            "ForAllValues:StringNotEquals": { "kms:ResourceAliases": [scope.stateKeyAlias] },
          }),
        },
      },
      {
        sid: "NameKeys",
        actions: ["kms:CreateAlias", "kms:UpdateAlias", "kms:DeleteAlias"],
        resources: [regionalArn(scope, "kms", `alias/${scope.environment}-*`)],
      },
      {
        // EKS and FSx keep their use of a key as a grant, for which the caller is asked
        sid: "GrantKeys",
        actions: ["kms:CreateGrant"],
        resources: keys,
        conditions: { StringEquals: own, Bool: { "kms:GrantIsForAWSResource": "true" } },
      },
    ];
  },
};

/** Log groups of the VPC, the cluster and the file system, by the names that the stacks give them. */
export const LOG_PERMISSIONS: ServicePermissions = {
  types: /^aws_cloudwatch_log_group$/,
  reads: ["logs:DescribeLogGroups", "logs:ListTagsForResource"],
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ChangeLogGroups",
      actions: [
        ...["logs:CreateLogGroup", "logs:DeleteLogGroup", "logs:PutRetentionPolicy", "logs:DeleteRetentionPolicy"],
        ...["logs:AssociateKmsKey", "logs:DisassociateKmsKey", "logs:TagResource", "logs:UntagResource"],
        // https://docs.aws.amazon.com/fsx/latest/LustreGuide/security-iam-awsmanpol.html
        ...["logs:CreateLogStream", "logs:PutLogEvents"],
      ],
      resources: [
        `/aws/eks/${scope.clusterName}/*`,
        `/aws/vpc/flow-logs/${scope.environment}`,
        `/aws/vpc/flow-logs/${scope.environment}:*`,
        `/aws/fsx/${scope.environment}-*`,
      ].map((name) => regionalArn(scope, "logs", `log-group:${name}`)),
    },
    {
      sid: "DeliverLogs",
      actions: ["logs:CreateLogDelivery", "logs:DeleteLogDelivery"],
      resources: ["*"],
      conditions: inRegion(scope),
    },
  ],
};
