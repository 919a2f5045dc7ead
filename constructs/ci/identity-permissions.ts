import { serviceActions } from "../../config/facts/iam/actions";
import { type PolicyStatement } from "../security/policy";
import { iamArn, type CiScope, type ServicePermissions } from "./scope";
import { readsOf } from "./reads";

/** Services that take on roles of the stacks: cluster, nodes, add-ons, pods, flow logs. */
const ROLE_USERS = ["eks", "ec2", "pods.eks", "vpc-flow-logs", "rolesanywhere"];

/** S3 takes on the one with which it copies. */
const roleUsers = ({ replicates }: CiScope): string[] => [...ROLE_USERS, ...(replicates ? ["s3"] : [])];

/** Services that get their service-linked role with the first resource of an account. */
const LINKED_SERVICES = [
  "eks",
  "eks-nodegroup",
  "autoscaling",
  "elasticloadbalancing",
  "fsx",
  "s3.data-source.lustre.fsx",
  "spot",
  "elasticfilesystem",
  "backup",
];

/** What changes roles. Policies and providers are only changed by hand, in the bootstrap stack. */
const roleActions = (which: (action: string) => boolean): readonly string[] =>
  serviceActions("iam", "changes", (type) => type.startsWith("aws_iam_role")).filter(which);

const isTagging = (action: string): boolean => /:(?:Unt|T)ag/.test(action);

const isLink = (type: string): boolean => type === "aws_fsx_data_repository_association";

/** Every call that changes a role or a policy. */
const WRITES = [
  "iam:AttachRolePolicy",
  "iam:CreatePolicy",
  "iam:CreatePolicyVersion",
  "iam:CreateRole",
  "iam:DeletePolicy",
  "iam:DeletePolicyVersion",
  "iam:DeleteRole*",
  "iam:DetachRolePolicy",
  "iam:PassRole",
  "iam:PutRole*",
  "iam:SetDefaultPolicyVersion",
  "iam:TagPolicy",
  "iam:TagRole",
  "iam:UntagPolicy",
  "iam:UntagRole",
  "iam:UpdateAssumeRolePolicy",
  "iam:UpdateRole*",
];

/**
 * Whoever makes roles could make one that may do everything. So each has a boundary from its first moment on, which none
 * of these calls can take away; and the pipeline's own roles, policies and boundary are out of reach.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/access_policies_boundaries.html
 */
export const IDENTITY_PERMISSIONS: ServicePermissions = {
  reads: readsOf("iam"),
  changes: (scope): PolicyStatement[] => {
    const roles = [iamArn(scope, `role/${scope.environment}-*`)];
    const bounded = scope.boundaryArn && {
      conditions: { StringEquals: { "iam:PermissionsBoundary": scope.boundaryArn } },
    };
    const strangers = scope.people.filter((arn) => arn.startsWith(roles[0]!.slice(0, -1)));
    return [
      {
        sid: "MakeBoundedRoles",
        // whoever a role without the boundary trusts could be this one
        actions: roleActions((action) => !isTagging(action)),
        resources: roles,
        ...bounded,
      },
      { sid: "TagRoles", actions: roleActions(isTagging), resources: roles },
      {
        sid: "PassRoles",
        actions: serviceActions("iam", "passes", (type) => !isLink(type)),
        resources: roles,
        conditions: { StringEquals: { "iam:PassedToService": servicesOf(scope, roleUsers(scope)) } },
      },
      {
        sid: "LinkServices",
        actions: ["iam:CreateServiceLinkedRole"],
        resources: [iamArn(scope, "role/aws-service-role/*")],
        conditions: { StringEquals: { "iam:AWSServiceName": servicesOf(scope, LINKED_SERVICES) } },
      },
      {
        // FSx writes what a linked file system may do in its bucket into such a role, with the caller's permissions
        // https://docs.aws.amazon.com/fsx/latest/LustreGuide/setting-up.html
        sid: "LinkBucket",
        actions: serviceActions("iam", "passes", isLink),
        resources: [iamArn(scope, "role/aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/*")],
      },
      {
        sid: "NotItself",
        effect: "Deny",
        actions: WRITES,
        resources: [
          iamArn(scope, `role/${scope.environment}-ci-*`),
          iamArn(scope, `policy/${scope.environment}-ci-*`),
          ...strangers,
        ],
      },
    ];
  },
};

/** Names of services, as IAM knows them: in China, EC2 has the domain of the partition. */
function servicesOf({ partition }: CiScope, names: readonly string[]): string[] {
  const own = names.map((name) => `${name}.amazonaws.com`);
  return partition === "aws-cn" && names.includes("ec2") ? [...own, "ec2.amazonaws.com.cn"] : own;
}
