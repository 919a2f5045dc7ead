import { refuseAccessPolicy } from "../../../../../scripts/rehearsal/aws/eks/eks-access-policies";
import { fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const refused = (arn: string, partition = "aws") => refusalText(refuseAccessPolicy(arn, fakeCloud({ partition })));
const named = (name: string, partition = "aws") => `arn:${partition}:eks::aws:cluster-access-policy/${name}`;

test.each([
  "AmazonAIOpsAssistantPolicy",
  "AmazonARCRegionSwitchScalingPolicy",
  "AmazonEKSACKPolicy",
  "AmazonEKSAdminPolicy",
  "AmazonEKSAdminViewPolicy",
  "AmazonEKSArgoCDClusterPolicy",
  "AmazonEKSArgoCDPolicy",
  "AmazonEKSAutoNodePolicy",
  "AmazonEKSClusterAdminPolicy",
  "AmazonEKSEditPolicy",
  "AmazonEKSKROPolicy",
  "AmazonEKSLoadBalancingClusterPolicy",
  "AmazonEKSLoadBalancingPolicy",
  "AmazonEKSNetworkingClusterPolicy",
  "AmazonEKSNetworkingPolicy",
  "AmazonEKSSecretAdminPolicy",
  "AmazonEKSSecretReaderPolicy",
  "AmazonEKSViewPolicy",
  "AWSBackupFullAccessPolicyForBackup",
  "AWSBackupFullAccessPolicyForRestore",
])("takes %s", (name) => expect(refused(named(name))).toBe(""));

test("takes policies of the partition only", () => {
  expect(refused(named("AmazonEKSViewPolicy", "aws-us-gov"), "aws-us-gov")).toBe("");
  expect(refused(named("AmazonEKSViewPolicy"), "aws-us-gov")).toMatch(
    /^InvalidParameterException: .*it looks like arn:aws-us-gov:eks::aws:cluster-access-policy\/AmazonEKSViewPolicy/,
  );
});

test.each([
  "AmazonEKSViewPolicy",
  "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy",
  "arn:aws:eks::123456789012:cluster-access-policy/a",
])("refuses %s, which is no ARN of an access policy", (arn) => expect(refused(arn)).toMatch(/it looks like/));

test("refuses names that are not there, and policies of EKS itself", () => {
  expect(refused(named("AmazonEKSRootPolicy"))).toMatch(/there is no access policy AmazonEKSRootPolicy/);
  expect(refused(named("AmazonEKSComputePolicy"))).toMatch(/AmazonEKSComputePolicy is for roles of EKS itself/);
});
