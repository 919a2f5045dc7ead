/** Where the limits of user data stand. */
export const USER_DATA_SOURCES = {
  ec2: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-add-user-data.html",
  eks: "https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html#launch-template-user-data",
} as const;

/** EC2 takes 16 KiB before encoding; EKS adds its own NodeConfig with the cluster's certificate, for which 3 KiB are kept. */
export const USER_DATA_BYTES = 16 * 1024 - 3 * 1024;

/** Characters that come through the merge of EKS as they are: ASCII without controls, tab and line feed. */
export const NOT_IN_USER_DATA = /[^\t\n\x20-\x7e]/;

/**
 * nodeadm takes variables of services, `instance.environment`, since this change. Which release has it first no document says:
 * one that was built before the day of its merge has it not.
 */
export const PROXY_IN_NODEADM = {
  mergedOn: "2025-10-02",
  source: "https://github.com/awslabs/amazon-eks-ami/pull/2384",
} as const;
