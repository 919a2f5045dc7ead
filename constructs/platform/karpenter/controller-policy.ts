import type { Partition } from "../../../config/facts/regions";
import type { PolicyStatement } from "../../security/policy";

export interface KarpenterPolicyProps {
  readonly partition: Partition;
  readonly region: string;
  readonly accountId: string;
  /** Its name is part of keys of conditions, so it is a text and no token. */
  readonly clusterName: string;
  /** Role of the nodes. */
  readonly nodeRoleArn: string;
  readonly queueArn: string;
}

/** Version of Karpenter whose documented policy this is. */
export const POLICY_OF = "1.14";

const FROM_POOL = { StringLike: { "aws:ResourceTag/karpenter.sh/nodepool": "*" } };
const FOR_POOL = { StringLike: { "aws:RequestTag/karpenter.sh/nodepool": "*" } };

/** What Karpenter makes with tags of its own. */
const MADE = ["fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request"];
/** What it only uses, of this account or of others. */
const USED = ["security-group", "subnet", "capacity-reservation", "placement-group"];

/**
 * What the controller may do: the actions, conditions and resources of the documented policy of its version, but for zonal
 * shifts, which Railyard does not switch on. Instances are made with the tags of the cluster, and only such are ended.
 * @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/website/content/en/preview/getting-started/getting-started-with-karpenter/cloudformation.yaml
 */
export function karpenterStatements(props: KarpenterPolicyProps): PolicyStatement[] {
  return [...nodeLifecycle(props), ...instanceProfiles(props), ...discovery(props)];
}

function nodeLifecycle({ partition, region, clusterName }: KarpenterPolicyProps): PolicyStatement[] {
  const ec2 = (kind: string, account = "*") => `arn:${partition}:ec2:${region}:${account}:${kind}/*`;
  const made = MADE.map((kind) => ec2(kind));
  const owned = { [`aws:ResourceTag/kubernetes.io/cluster/${clusterName}`]: "owned" };
  const owning = {
    [`aws:RequestTag/kubernetes.io/cluster/${clusterName}`]: "owned",
    "aws:RequestTag/eks:eks-cluster-name": clusterName,
  };
  return [
    {
      sid: "StartFrom",
      actions: ["ec2:RunInstances", "ec2:CreateFleet"],
      resources: [ec2("image", ""), ec2("snapshot", ""), ...USED.map((kind) => ec2(kind))],
    },
    {
      sid: "StartByOwnTemplates",
      actions: ["ec2:RunInstances", "ec2:CreateFleet"],
      resources: [ec2("launch-template")],
      conditions: { StringEquals: owned, ...FROM_POOL },
    },
    {
      sid: "StartWithTags",
      actions: ["ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate"],
      resources: made,
      conditions: { StringEquals: owning, ...FOR_POOL },
    },
    {
      sid: "TagWhatStarts",
      actions: ["ec2:CreateTags"],
      resources: made,
      conditions: {
        StringEquals: { ...owning, "ec2:CreateAction": ["RunInstances", "CreateFleet", "CreateLaunchTemplate"] },
        ...FOR_POOL,
      },
    },
    {
      sid: "TagOwn",
      actions: ["ec2:CreateTags"],
      resources: [ec2("instance")],
      conditions: {
        StringEquals: owned,
        ...FROM_POOL,
        StringEqualsIfExists: { "aws:RequestTag/eks:eks-cluster-name": clusterName },
        "ForAllValues:StringEquals": { "aws:TagKeys": ["eks:eks-cluster-name", "karpenter.sh/nodeclaim", "Name"] },
      },
    },
    {
      sid: "EndOwn",
      actions: ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"],
      resources: [ec2("instance"), ec2("launch-template")],
      conditions: { StringEquals: owned, ...FROM_POOL },
    },
  ];
}

/** Profiles by which nodes have their role: Karpenter makes one for each NodeClass, and takes it away. */
function instanceProfiles(props: KarpenterPolicyProps): PolicyStatement[] {
  const { partition, region, accountId, clusterName, nodeRoleArn } = props;
  const profiles = `arn:${partition}:iam::${accountId}:instance-profile/*`;
  const tags = (of: "RequestTag" | "ResourceTag") => ({
    [`aws:${of}/kubernetes.io/cluster/${clusterName}`]: "owned",
    [`aws:${of}/topology.kubernetes.io/region`]: region,
  });
  const request = { ...tags("RequestTag"), "aws:RequestTag/eks:eks-cluster-name": clusterName };
  const classOf = (of: "RequestTag" | "ResourceTag") => ({ [`aws:${of}/karpenter.k8s.aws/ec2nodeclass`]: "*" });
  return [
    {
      sid: "PassNodeRole",
      actions: ["iam:PassRole"],
      resources: [nodeRoleArn],
      conditions: { StringEquals: { "iam:PassedToService": ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"] } },
    },
    {
      sid: "MakeProfiles",
      actions: ["iam:CreateInstanceProfile"],
      resources: [profiles],
      conditions: { StringEquals: request, StringLike: classOf("RequestTag") },
    },
    {
      sid: "TagProfiles",
      actions: ["iam:TagInstanceProfile"],
      resources: [profiles],
      conditions: {
        StringEquals: { ...tags("ResourceTag"), ...request },
        StringLike: { ...classOf("ResourceTag"), ...classOf("RequestTag") },
      },
    },
    {
      sid: "ChangeProfiles",
      actions: ["iam:AddRoleToInstanceProfile", "iam:RemoveRoleFromInstanceProfile", "iam:DeleteInstanceProfile"],
      resources: [profiles],
      conditions: { StringEquals: tags("ResourceTag"), StringLike: classOf("ResourceTag") },
    },
    { sid: "ReadProfiles", actions: ["iam:GetInstanceProfile"], resources: [profiles] },
    { sid: "ListProfiles", actions: ["iam:ListInstanceProfiles"], resources: ["*"] },
  ];
}

function discovery({ partition, region, accountId, clusterName, queueArn }: KarpenterPolicyProps): PolicyStatement[] {
  return [
    {
      sid: "ReadEc2",
      actions: [
        "ec2:DescribeCapacityReservations",
        "ec2:DescribeImages",
        "ec2:DescribeInstances",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTypeOfferings",
        "ec2:DescribeInstanceTypes",
        "ec2:DescribeLaunchTemplates",
        "ec2:DescribePlacementGroups",
        "ec2:DescribeSecurityGroups",
        "ec2:DescribeSpotPriceHistory",
        "ec2:DescribeSubnets",
      ],
      resources: ["*"],
      conditions: { StringEquals: { "aws:RequestedRegion": region } },
    },
    {
      sid: "ReadImages",
      actions: ["ssm:GetParameter"],
      resources: [`arn:${partition}:ssm:${region}::parameter/aws/service/*`],
    },
    { sid: "ReadPrices", actions: ["pricing:GetProducts"], resources: ["*"] },
    {
      sid: "ReadCluster",
      actions: ["eks:DescribeCluster"],
      resources: [`arn:${partition}:eks:${region}:${accountId}:cluster/${clusterName}`],
    },
    {
      sid: "HearInterruptions",
      actions: ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"],
      resources: [queueArn],
    },
  ];
}
