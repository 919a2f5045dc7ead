import type { Partition } from "../../config/facts/regions";
import { type PolicyStatement } from "../security/policy";

export interface LoadBalancerPolicyProps {
  readonly partition: Partition;
  readonly region: string;
  readonly accountId: string;
  readonly clusterName: string;
  readonly vpcId: string;
}

/** The controller writes this tag, with the name of its cluster, on everything that it makes. */
const CLUSTER_TAG = "elbv2.k8s.aws/cluster";

/** Reads that know no resources: IAM takes them for everything or not at all. */
const READS = [
  "ec2:DescribeAccountAttributes",
  "ec2:DescribeAddresses",
  "ec2:DescribeAvailabilityZones",
  "ec2:DescribeInstances",
  "ec2:DescribeInternetGateways",
  "ec2:DescribeIpamPools",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeRouteTables",
  "ec2:DescribeSecurityGroups",
  "ec2:DescribeSubnets",
  "ec2:DescribeTags",
  "ec2:DescribeVpcPeeringConnections",
  "ec2:DescribeVpcs",
  "elasticloadbalancing:DescribeCapacityReservation",
  "elasticloadbalancing:DescribeListenerAttributes",
  "elasticloadbalancing:DescribeListenerCertificates",
  "elasticloadbalancing:DescribeListeners",
  "elasticloadbalancing:DescribeLoadBalancerAttributes",
  "elasticloadbalancing:DescribeLoadBalancers",
  "elasticloadbalancing:DescribeRules",
  "elasticloadbalancing:DescribeSSLPolicies",
  "elasticloadbalancing:DescribeTags",
  "elasticloadbalancing:DescribeTargetGroupAttributes",
  "elasticloadbalancing:DescribeTargetGroups",
  "elasticloadbalancing:DescribeTargetHealth",
  "elasticloadbalancing:DescribeTrustStores",
  "acm:ListCertificates",
];

/** What changes a load balancer, a target group or a listener that is there. */
const CHANGES = [
  "elasticloadbalancing:DeleteLoadBalancer",
  "elasticloadbalancing:DeleteTargetGroup",
  "elasticloadbalancing:ModifyCapacityReservation",
  "elasticloadbalancing:ModifyIpPools",
  "elasticloadbalancing:ModifyListenerAttributes",
  "elasticloadbalancing:ModifyLoadBalancerAttributes",
  "elasticloadbalancing:ModifyTargetGroup",
  "elasticloadbalancing:ModifyTargetGroupAttributes",
  "elasticloadbalancing:SetIpAddressType",
  "elasticloadbalancing:SetSecurityGroups",
  "elasticloadbalancing:SetSubnets",
];

/** Listeners and rules have no tag to tell whose they are when they are made. */
const LISTENERS = [
  "elasticloadbalancing:AddListenerCertificates",
  "elasticloadbalancing:CreateListener",
  "elasticloadbalancing:CreateRule",
  "elasticloadbalancing:DeleteListener",
  "elasticloadbalancing:DeleteRule",
  "elasticloadbalancing:ModifyListener",
  "elasticloadbalancing:ModifyRule",
  "elasticloadbalancing:RemoveListenerCertificates",
  "elasticloadbalancing:SetRulePriorities",
];

/**
 * What the controller may do. Narrower than the policy of its project: changes only to what bears the name of this
 * cluster, security groups only in its network, nothing of WAF, Shield and Cognito, which are switched off.
 * @see https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/docs/install/iam_policy.json
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html
 */
export function loadBalancerStatements(props: LoadBalancerPolicyProps): PolicyStatement[] {
  const { partition, region, accountId, clusterName, vpcId } = props;
  const ec2 = `arn:${partition}:ec2:${region}:${accountId}`;
  const elb = `arn:${partition}:elasticloadbalancing:${region}:${accountId}`;
  const groups = [`${ec2}:security-group/*`];
  const balancers = [`${elb}:loadbalancer/app/*/*`, `${elb}:loadbalancer/net/*/*`];
  const targets = [`${elb}:targetgroup/*/*`];
  const listeners = ["listener", "listener-rule"].flatMap((kind) => [
    `${elb}:${kind}/app/*/*/*`,
    `${elb}:${kind}/net/*/*/*`,
  ]);
  const tagged = { [`aws:ResourceTag/${CLUSTER_TAG}`]: clusterName };
  const taggedByRequest = { [`aws:RequestTag/${CLUSTER_TAG}`]: clusterName };
  // the tag that says whose a resource is may not be changed
  const tagUntouched = { [`aws:RequestTag/${CLUSTER_TAG}`]: "true" };
  return [
    { sid: "Read", actions: READS, resources: ["*"] },
    {
      sid: "ReadCertificates",
      actions: ["acm:DescribeCertificate"],
      resources: [`arn:${partition}:acm:${region}:${accountId}:certificate/*`],
    },
    {
      sid: "ReadGroupsOfTheNetwork",
      actions: ["ec2:GetSecurityGroupsForVpc"],
      resources: [`${ec2}:vpc/${vpcId}`],
    },
    {
      sid: "ServiceLinkedRole",
      actions: ["iam:CreateServiceLinkedRole"],
      resources: ["*"],
      conditions: { StringEquals: { "iam:AWSServiceName": "elasticloadbalancing.amazonaws.com" } },
    },
    {
      sid: "RulesOfGroupsOfTheNetwork",
      actions: ["ec2:AuthorizeSecurityGroupIngress", "ec2:RevokeSecurityGroupIngress"],
      resources: groups,
      conditions: { ArnEquals: { "ec2:Vpc": `${ec2}:vpc/${vpcId}` } },
    },
    { sid: "MakeGroups", actions: ["ec2:CreateSecurityGroup"], resources: [...groups, `${ec2}:vpc/${vpcId}`] },
    {
      sid: "TagNewGroups",
      actions: ["ec2:CreateTags"],
      resources: groups,
      conditions: { StringEquals: { "ec2:CreateAction": "CreateSecurityGroup", ...taggedByRequest } },
    },
    {
      sid: "TagOwnGroups",
      actions: ["ec2:CreateTags", "ec2:DeleteTags"],
      resources: groups,
      conditions: { StringEquals: tagged, Null: tagUntouched },
    },
    {
      sid: "RemoveOwnGroups",
      actions: ["ec2:DeleteSecurityGroup"],
      resources: groups,
      conditions: { StringEquals: tagged },
    },
    {
      sid: "Make",
      actions: ["elasticloadbalancing:CreateLoadBalancer", "elasticloadbalancing:CreateTargetGroup"],
      resources: [...balancers, ...targets],
      conditions: { StringEquals: taggedByRequest },
    },
    {
      sid: "TagNew",
      actions: ["elasticloadbalancing:AddTags"],
      resources: [...balancers, ...targets],
      conditions: {
        StringEquals: {
          "elasticloadbalancing:CreateAction": ["CreateTargetGroup", "CreateLoadBalancer"],
          ...taggedByRequest,
        },
      },
    },
    {
      sid: "TagOwn",
      actions: ["elasticloadbalancing:AddTags", "elasticloadbalancing:RemoveTags"],
      resources: [...balancers, ...targets],
      conditions: { StringEquals: tagged, Null: tagUntouched },
    },
    {
      sid: "TagListeners",
      actions: ["elasticloadbalancing:AddTags", "elasticloadbalancing:RemoveTags"],
      resources: listeners,
    },
    {
      sid: "ChangeOwn",
      actions: CHANGES,
      resources: [...balancers, ...targets, ...listeners],
      conditions: { StringEquals: tagged },
    },
    { sid: "Listeners", actions: LISTENERS, resources: [...balancers, ...listeners] },
    {
      sid: "Targets",
      actions: ["elasticloadbalancing:RegisterTargets", "elasticloadbalancing:DeregisterTargets"],
      resources: targets,
    },
  ];
}
