import { CHARTS } from "../../../../config/facts/versions";
import { karpenterStatements, POLICY_OF } from "../../../../constructs/platform/karpenter/controller-policy";
import type { PolicyStatement } from "../../../../constructs/security/policy";
import { policyDocument } from "../../../../constructs/security/policy";

const statements = karpenterStatements({
  partition: "aws",
  region: "us-east-1",
  accountId: "111122223333",
  clusterName: "sample",
  nodeRoleArn: "arn:aws:iam::111122223333:role/sample-node",
  queueArn: "arn:aws:sqs:us-east-1:111122223333:sample-karpenter",
});

/** Actions of the policies that Karpenter documents for 1.14, without those of zonal shifts. */
const DOCUMENTED = [
  "ec2:CreateFleet",
  "ec2:CreateLaunchTemplate",
  "ec2:CreateTags",
  "ec2:DeleteLaunchTemplate",
  "ec2:DescribeCapacityReservations",
  "ec2:DescribeImages",
  "ec2:DescribeInstanceStatus",
  "ec2:DescribeInstanceTypeOfferings",
  "ec2:DescribeInstanceTypes",
  "ec2:DescribeInstances",
  "ec2:DescribeLaunchTemplates",
  "ec2:DescribePlacementGroups",
  "ec2:DescribeSecurityGroups",
  "ec2:DescribeSpotPriceHistory",
  "ec2:DescribeSubnets",
  "ec2:RunInstances",
  "ec2:TerminateInstances",
  "eks:DescribeCluster",
  "iam:AddRoleToInstanceProfile",
  "iam:CreateInstanceProfile",
  "iam:DeleteInstanceProfile",
  "iam:GetInstanceProfile",
  "iam:ListInstanceProfiles",
  "iam:PassRole",
  "iam:RemoveRoleFromInstanceProfile",
  "iam:TagInstanceProfile",
  "pricing:GetProducts",
  "sqs:DeleteMessage",
  "sqs:GetQueueUrl",
  "sqs:ReceiveMessage",
  "ssm:GetParameter",
];

const actionsOf = (some: readonly PolicyStatement[]) => [...new Set(some.flatMap(({ actions }) => actions))].sort();

test("the controller may do what is documented for the version that is pinned, and nothing else", () => {
  expect(actionsOf(statements)).toEqual([...DOCUMENTED].sort());
  expect(CHARTS.karpenter.version.startsWith(`${POLICY_OF}.`)).toBe(true);
  expect(CHARTS["karpenter-crd"].version).toBe(CHARTS.karpenter.version);
});

test("what changes something is limited to one resource, or to tags of the cluster", () => {
  const reads = /^(?:ec2:Describe|iam:(?:Get|List)|pricing:Get|ssm:Get|eks:Describe)/;
  const changes = statements.filter(({ actions }) => actions.some((action) => !reads.test(action)));
  const open = changes.filter(
    ({ conditions, resources = [] }) => !conditions && resources.some((arn) => arn.includes("*")),
  );
  // images, subnets and groups are only used: what starts from them carries the tags
  expect(open.map(({ sid }) => sid)).toEqual(["StartFrom"]);
  for (const { resources } of changes) expect(resources).not.toContain("*");
  const end = statements.find(({ sid }) => sid === "EndOwn");
  expect(end?.conditions).toEqual({
    StringEquals: { "aws:ResourceTag/kubernetes.io/cluster/sample": "owned" },
    StringLike: { "aws:ResourceTag/karpenter.sh/nodepool": "*" },
  });
});

test("an inline policy of a role has room for it", () => {
  // IAM counts up to 10,240 characters, white space left out
  expect(policyDocument(statements).length).toBeLessThan(10_240 - 1000);
});
