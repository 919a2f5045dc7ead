import { serviceActions } from "../../config/facts/iam/actions";
import { type PolicyStatement } from "../security/policy";
import { claiming, inRegion, regionalArn, tagged, tagging, type ServicePermissions } from "./scope";
import { readsOf } from "./reads";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelastickubernetesservice.html */
export const CLUSTER_PERMISSIONS: ServicePermissions = {
  reads: readsOf("eks", "Describe", "List"),
  changes: (scope): PolicyStatement[] => [
    // the call names no resource
    { sid: "MakeCluster", actions: serviceActions("eks", "opens"), resources: ["*"], conditions: tagging(scope) },
    {
      sid: "ChangeCluster",
      actions: serviceActions("eks", "changes"),
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
  reads: readsOf("autoscaling", "Describe"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ScheduleNodes",
      actions: serviceActions("autoscaling", "changes"),
      resources: [
        regionalArn(scope, "autoscaling", `autoScalingGroup:*:autoScalingGroupName/eks-${scope.environment}-*`),
      ],
    },
  ],
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awskeymanagementservice.html */
export const KEY_PERMISSIONS: ServicePermissions = {
  reads: readsOf("kms"),
  changes: (scope): PolicyStatement[] => {
    const keys = [regionalArn(scope, "kms", "key/*")];
    const own = tagged(scope).StringEquals;
    return [
      { sid: "MakeKeys", actions: serviceActions("kms", "opens"), resources: ["*"], conditions: tagging(scope) },
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
        actions: serviceActions("kms", "changes"),
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
        actions: serviceActions("kms", "changes", (type) => type === "aws_kms_alias"),
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

/**
 * Whose certificates servers on premises are trusted by, and the profile with their role.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsidentityandaccessmanagementrolesanywhere.html
 */
export const ROLES_ANYWHERE_PERMISSIONS: ServicePermissions = {
  reads: readsOf("rolesanywhere"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "MakeTrust",
      actions: serviceActions("rolesanywhere", "opens"),
      resources: ["*"],
      conditions: tagging(scope),
    },
    {
      sid: "ChangeTrust",
      actions: serviceActions("rolesanywhere", "changes"),
      resources: ["trust-anchor/*", "profile/*"].map((resource) => regionalArn(scope, "rolesanywhere", resource)),
      conditions: tagged(scope),
    },
  ],
};

/** Rules of the account's registry: nothing of them can be named, so it is the Region that limits them. */
export const REGISTRY_PERMISSIONS: ServicePermissions = {
  reads: readsOf("ecr"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "CacheImages",
      actions: serviceActions("ecr", "opens"),
      resources: ["*"],
      conditions: inRegion(scope),
    },
  ],
};

/** FSx writes its logs with the rights of who makes the file system. */
const isFileSystem = (type: string): boolean => type.startsWith("aws_fsx_");

/** Log groups of the VPC, the cluster, the file system, pods and nodes, by the names that the stacks give them. */
export const LOG_PERMISSIONS: ServicePermissions = {
  reads: readsOf("logs"),
  changes: (scope): PolicyStatement[] => [
    {
      sid: "ChangeLogGroups",
      actions: [...serviceActions("logs", "changes"), ...serviceActions("logs", "passes", isFileSystem)],
      resources: [
        `/aws/eks/${scope.clusterName}/*`,
        `/aws/vpc/flow-logs/${scope.environment}`,
        `/aws/vpc/flow-logs/${scope.environment}:*`,
        `/aws/fsx/${scope.environment}-*`,
        `/railyard/${scope.environment}/*`,
      ].map((name) => regionalArn(scope, "logs", `log-group:${name}`)),
    },
    {
      sid: "DeliverLogs",
      actions: serviceActions("logs", "passes", (type) => !isFileSystem(type)),
      resources: ["*"],
      conditions: inRegion(scope),
    },
  ],
};
