const guide = "https://docs.aws.amazon.com/AmazonS3/latest";

/** Where it says what a lifecycle rule may be. */
export const LIFECYCLE_SOURCES = {
  elements: `${guide}/userguide/intro-lifecycle-rules.html`,
  transitions: `${guide}/userguide/lifecycle-transition-general-considerations.html`,
  filter: `${guide}/API/API_LifecycleRuleFilter.html`,
  expiration: `${guide}/API/API_LifecycleExpiration.html`,
  rule: "https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-s3-bucket-rule.html",
} as const;
