import { type PolicyStatement } from "../security/policy";
import { type CiScope } from "./scope";

/**
 * The most that a role of the environment may ever do, whoever wrote its policies: what clusters, nodes, controllers and
 * jobs do. Nothing that changes who may do what, and nothing with the state.
 */
export function boundaryStatements({ partition, stateBucket }: CiScope): PolicyStatement[] {
  return [
    {
      sid: "Work",
      actions: [
        ...["autoscaling:*", "cloudwatch:*", "ec2:*", "ec2messages:*", "ecr:*", "eks:Describe*", "eks:List*"],
        ...["eks-auth:*", "elasticloadbalancing:*", "fsx:*", "kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey"],
        ...["kms:Encrypt", "kms:GenerateDataKey*", "kms:ListGrants", "kms:ReEncrypt*", "kms:RevokeGrant", "logs:*"],
        ...["s3:*", "s3express:*", "sns:Publish", "ssm:*", "ssmmessages:*", "tag:Get*"],
        // of the load balancer controller: certificates, firewalls and user pools that others have made
        ...["acm:DescribeCertificate", "acm:ListCertificates", "cognito-idp:DescribeUserPoolClient", "shield:*"],
        ...["waf-regional:*", "wafv2:*", "iam:GetServerCertificate", "iam:ListServerCertificates"],
      ],
      resources: ["*"],
    },
    {
      sid: "LinkLoadBalancers",
      actions: ["iam:CreateServiceLinkedRole"],
      resources: ["*"],
      conditions: { StringEquals: { "iam:AWSServiceName": "elasticloadbalancing.amazonaws.com" } },
    },
    ...(stateBucket === undefined
      ? []
      : [
          {
            sid: "NotTheState",
            effect: "Deny" as const,
            actions: ["s3:*"],
            resources: [`arn:${partition}:s3:::${stateBucket}`, `arn:${partition}:s3:::${stateBucket}/*`],
          },
        ]),
  ];
}
