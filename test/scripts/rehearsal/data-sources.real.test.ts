import { readFileSync } from "node:fs";
import { errorsOf, rehearsedStack } from "../../helpers/rehearsed-stack";
import { testWithTerraform } from "../../helpers/terraform";

const DATA = [
  "aws_ami",
  "aws_availability_zones",
  "aws_caller_identity",
  "aws_ec2_instance_type_offerings",
  "aws_eks_cluster_auth",
  "aws_iam_policy_document",
  "aws_partition",
  "aws_region",
  "aws_ssm_parameter",
];

testWithTerraform("data sources answer as AWS would, through the real Terraform", async () => {
  const stack = rehearsedStack({ resources: ["aws_iam_role"], dataSources: DATA });
  try {
    const results = await stack.run({
      data: {
        aws_caller_identity: { me: {} },
        aws_partition: { p: {} },
        aws_region: { r: {} },
        aws_availability_zones: { z: { state: "available" } },
        aws_ec2_instance_type_offerings: {
          o: { location_type: "availability-zone", filter: [{ name: "instance-type", values: ["p5.48xlarge"] }] },
        },
        aws_ssm_parameter: {
          image: { name: "/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/nvidia/recommended/image_id" },
        },
        aws_iam_policy_document: {
          trust: {
            statement: [
              {
                actions: ["sts:AssumeRole"],
                principals: [{ type: "Service", identifiers: ["ec2.amazonaws.com"] }],
              },
            ],
          },
        },
      },
      resource: {
        aws_iam_role: { r: { name: "r", assume_role_policy: "${data.aws_iam_policy_document.trust.json}" } },
      },
      output: {
        account: { value: "${data.aws_caller_identity.me.account_id}" },
        partition: { value: "${data.aws_partition.p.partition}" },
        region: { value: "${data.aws_region.r.region}" },
        zones: { value: "${data.aws_availability_zones.z.names}" },
        image: { value: "${nonsensitive(data.aws_ssm_parameter.image.value)}" },
        trust: { value: "${data.aws_iam_policy_document.trust.json}" },
      },
    });
    expect(errorsOf(results)).toEqual([]);
    const { outputs } = JSON.parse(readFileSync(stack.statePath, "utf8")) as {
      outputs: Readonly<Record<string, { value: unknown }>>;
    };
    expect(outputs["account"]?.value).toBe("111122223333");
    expect(outputs["partition"]?.value).toBe("aws");
    expect(outputs["region"]?.value).toBe("us-east-1");
    expect(outputs["zones"]?.value).toContain("us-east-1a");
    expect(outputs["image"]?.value).toMatch(/^ami-[0-9a-f]{17}$/);
    expect(JSON.parse(outputs["trust"]?.value as string)).toEqual({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "ec2.amazonaws.com" } }],
    });
  } finally {
    await stack.close();
  }
});

testWithTerraform("a token is sensitive: Terraform does not let it into an output unasked", async () => {
  const stack = rehearsedStack({ resources: [], dataSources: DATA });
  try {
    const results = await stack.run({
      data: { aws_eks_cluster_auth: { a: { name: "c" } } },
      output: { token: { value: "${data.aws_eks_cluster_auth.a.token}" } },
    });
    expect(errorsOf(results).join("\n")).toMatch(/Output refers to sensitive values/);
  } finally {
    await stack.close();
  }
});
