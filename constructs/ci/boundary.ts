import { type PolicyStatement } from "../security/policy";
import { ENVIRONMENT_TAG, iamArn, type CiScope } from "./scope";

/** What ends something that another environment of the account may have. */
const ENDS = [
  "autoscaling:Delete*",
  "autoscaling:Set*",
  "autoscaling:Terminate*",
  "autoscaling:Update*",
  "ec2:Delete*",
  "ec2:Reboot*",
  "ec2:Release*",
  "ec2:Stop*",
  "ec2:Terminate*",
  "elasticloadbalancing:Delete*",
  "fsx:Delete*",
  "fsx:Update*",
  "logs:Delete*",
];

/**
 * The most that a role of the environment may ever do, whoever wrote its policies: what clusters, nodes, controllers and
 * jobs do. Nothing that changes who may do what, nothing with a state, and no end to what another environment has.
 */
export function boundaryStatements(scope: CiScope): PolicyStatement[] {
  const { partition, accountId, environment, clusterName, stateBucket, nodeRoleName } = scope;
  // an environment may say another name for its bucket; the alias of the key is always of this form
  const states = [`arn:${partition}:s3:::*-tfstate-${accountId}-*`];
  const own = stateBucket === undefined ? [] : [`arn:${partition}:s3:::${stateBucket}`];
  return [
    {
      sid: "Work",
      actions: [
        "aps:RemoteWrite",
        "autoscaling:*",
        "cloudwatch:*",
        "ec2:*",
        "ec2messages:*",
        "ecr:*",
        "eks:Describe*",
        "eks:List*",
        "eks-auth:*",
        "elasticloadbalancing:*",
        "fsx:*",
        "kms:CreateGrant",
        "kms:Decrypt",
        "kms:DescribeKey",
        "kms:Encrypt",
        "kms:GenerateDataKey*",
        "kms:ListGrants",
        "kms:ReEncrypt*",
        "kms:RevokeGrant",
        "logs:*",
        "s3:*",
        "s3express:*",
        "pricing:GetProducts",
        "sns:Publish",
        "sqs:DeleteMessage",
        "sqs:GetQueueUrl",
        "sqs:ReceiveMessage",
        "ssmmessages:*",
        "tag:Get*",
        "xray:PutTraceSegments",
        // what the agent on a node does; sending commands to instances of others is not part of it
        // https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AmazonSSMManagedInstanceCore.html
        // a server on premises that leaves takes itself off the list
        "ssm:DeregisterManagedInstance",
        "ssm:Describe*",
        "ssm:Get*",
        "ssm:List*",
        "ssm:PutComplianceItems",
        "ssm:PutConfigurePackageResult",
        "ssm:PutInventory",
        "ssm:UpdateAssociationStatus",
        "ssm:UpdateInstance*",
        // of the load balancer controller: certificates, firewalls and user pools that others have made
        "acm:DescribeCertificate",
        "acm:ListCertificates",
        "cognito-idp:DescribeUserPoolClient",
        "shield:*",
        "waf-regional:*",
        "wafv2:*",
        "iam:GetServerCertificate",
        "iam:ListServerCertificates",
        // of Karpenter: profiles by which the nodes that it starts have their role
        "iam:GetInstanceProfile",
        "iam:ListInstanceProfiles",
      ],
      resources: ["*"],
    },
    {
      sid: "GiveNodesTheirRole",
      actions: ["iam:PassRole"],
      resources: [iamArn(scope, `role/${nodeRoleName}`)],
      conditions: { StringEquals: { "iam:PassedToService": ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"] } },
    },
    {
      sid: "MakeNodeProfiles",
      actions: ["iam:CreateInstanceProfile", "iam:TagInstanceProfile"],
      resources: [iamArn(scope, "instance-profile/*")],
      conditions: { StringEquals: { [`aws:RequestTag/kubernetes.io/cluster/${clusterName}`]: "owned" } },
    },
    {
      sid: "ChangeNodeProfiles",
      actions: ["iam:AddRoleToInstanceProfile", "iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile"],
      resources: [iamArn(scope, "instance-profile/*")],
      conditions: { StringEquals: { [`aws:ResourceTag/kubernetes.io/cluster/${clusterName}`]: "owned" } },
    },
    {
      sid: "LinkLoadBalancers",
      actions: ["iam:CreateServiceLinkedRole"],
      resources: ["*"],
      conditions: { StringEquals: { "iam:AWSServiceName": "elasticloadbalancing.amazonaws.com" } },
    },
    {
      sid: "NotTheStates",
      effect: "Deny",
      actions: ["s3:*"],
      resources: [...own, ...states].flatMap((bucket) => [bucket, `${bucket}/*`]),
    },
    {
      sid: "NotTheirKeys",
      effect: "Deny",
      actions: ["kms:*"],
      resources: ["*"],
      conditions: { "ForAnyValue:StringLike": { "kms:ResourceAliases": "alias/*-state" } },
    },
    {
      sid: "NotOfOthers",
      effect: "Deny",
      actions: ENDS,
      resources: ["*"],
      conditions: {
        StringNotEquals: { [`aws:ResourceTag/${ENVIRONMENT_TAG}`]: environment },
        Null: { [`aws:ResourceTag/${ENVIRONMENT_TAG}`]: "false" },
      },
    },
  ];
}
