/**
 * What the pod that repairs nodes asks of AWS: an instance ends, and the group that has it starts another. Auto Scaling takes the
 * tags of the group as a condition.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2autoscaling.html
 */
export const NODE_REPLACE_ACTIONS: readonly string[] = ["autoscaling:TerminateInstanceInAutoScalingGroup"];

/**
 * How EKS calls the Auto Scaling groups of its node groups, and the tags that it gives them.
 * @see https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSServiceRoleForAmazonEKSNodegroup.html
 */
export const EKS_AUTO_SCALING_GROUPS = {
  names: "eks-*",
  clusterTag: "eks:cluster-name",
  groupTag: "eks:nodegroup-name",
} as const;
