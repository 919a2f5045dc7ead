import type { CloudApi } from "../../cloud/cloud-api";
import { invalidParameter } from "../../cloud/refusals";
import type { Refusal } from "../../cloud/resource-kind";
import { parseArn } from "../arn";

const POLICIES = "https://docs.aws.amazon.com/eks/latest/userguide/access-policy-permissions.html";

/** Access policies for anybody. */
const FOR_ALL = [
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
];

/** Access policies that EKS itself gives to service-linked and cluster roles. */
const FOR_EKS = [
  "AmazonEKSBlockStorageClusterPolicy",
  "AmazonEKSBlockStoragePolicy",
  "AmazonEKSClusterInsightsPolicy",
  "AmazonEKSComputeClusterPolicy",
  "AmazonEKSComputePolicy",
  "AmazonEKSHybridPolicy",
  "AmazonEKSPodIdentityPolicy",
];

/** What EKS refuses of the ARN of an access policy. */
export function refuseAccessPolicy(policyArn: string, cloud: CloudApi): Refusal[] {
  const arn = parseArn(policyArn);
  const name = arn?.resource.replace("cluster-access-policy/", "") ?? "";
  const expected = `arn:${cloud.partition}:eks::aws:cluster-access-policy/${name}`;
  if (policyArn !== expected) return [invalid(`policy_arn is ${policyArn}; it looks like ${expected}`)];
  if (FOR_EKS.includes(name)) return [invalid(`policy_arn: ${name} is for roles of EKS itself`)];
  return FOR_ALL.includes(name) ? [] : [invalid(`policy_arn: there is no access policy ${name}`)];
}

const invalid = (message: string): Refusal => invalidParameter(message, POLICIES);
