import type { Partition } from "../../config/facts/regions";

/**
 * Services whose interface endpoints have the prefix `cn.` in both China Regions. The others there
 * (logs, ssm, kms, secretsmanager …) have the same name as everywhere.
 * @see https://github.com/aws/aws-cdk/blob/000a9eb6dd93c8025d184934c66dee83868c8f28/packages/aws-cdk-lib/aws-ec2/lib/vpc-endpoint.ts
 */
const PREFIXED_IN_CHINA: ReadonlySet<string> = new Set([
  "autoscaling",
  "ebs",
  "ec2",
  "ecr.api",
  "ecr.dkr",
  "eks",
  "elasticfilesystem",
  "fsx",
  "monitoring",
  "sqs",
  "sts",
]);

/**
 * Full name of the endpoint service of an AWS service, e.g. `com.amazonaws.us-east-1.ecr.api`.
 * @see https://docs.aws.amazon.com/vpc/latest/privatelink/aws-services-privatelink-support.html
 */
export function endpointServiceName(service: string, region: string, partition: Partition): string {
  const prefix = partition === "aws-cn" && PREFIXED_IN_CHINA.has(service) ? "cn." : "";
  return `${prefix}com.amazonaws.${region}.${service}`;
}
