import { endpointServiceName } from "../../../constructs/network/endpoint-service-name";

describe("endpointServiceName", () => {
  test.each(["ecr.api", "ecr.dkr", "sts", "ec2", "eks", "eks-auth", "autoscaling", "fsx", "logs", "kms", "ssm"])(
    "is plain for %s outside of China",
    (service) => {
      expect(endpointServiceName(service, "us-east-1", "aws")).toBe(`com.amazonaws.us-east-1.${service}`);
      expect(endpointServiceName(service, "us-gov-west-1", "aws-us-gov")).toBe(
        `com.amazonaws.us-gov-west-1.${service}`,
      );
    },
  );

  test.each(["ecr.api", "ecr.dkr", "sts", "ec2", "ebs", "eks", "autoscaling", "fsx", "sqs", "monitoring"])(
    "has a prefix for %s in China",
    (service) => {
      expect(endpointServiceName(service, "cn-north-1", "aws-cn")).toBe(`cn.com.amazonaws.cn-north-1.${service}`);
    },
  );

  test.each(["logs", "kms", "ssm", "ssmmessages", "secretsmanager"])("has none for %s in China", (service) => {
    expect(endpointServiceName(service, "cn-northwest-1", "aws-cn")).toBe(`com.amazonaws.cn-northwest-1.${service}`);
  });
});
