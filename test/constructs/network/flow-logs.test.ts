import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { FlowLog } from "@cdktf/provider-aws/lib/flow-log";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { TerraformOutput, Token } from "cdktf";
import { FlowLogs, type FlowLogsProps } from "../../../constructs/network/flow-logs";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const base: FlowLogsProps = {
  name: "research",
  vpcId: "vpc-1",
  partition: "aws",
  region: "us-east-1",
  accountId: "123456789012",
  retentionDays: 90,
};

const synth = (props: Partial<FlowLogsProps> = {}): Json =>
  synthStack((stack) => {
    const logs = new FlowLogs(stack, "flow-logs", { ...base, ...props });
    new TerraformOutput(stack, "group", { value: [logs.logGroupName, logs.logGroupArn] });
  });

const logicalId = (json: Json, type: { tfResourceType: string }): string => Object.keys(resources(json, type))[0]!;

describe("FlowLogs", () => {
  test("sends every connection of the VPC to its log group", () => {
    const json = synth();
    expect(only(json, FlowLog)).toMatchObject({
      vpc_id: "vpc-1",
      traffic_type: "ALL",
      max_aggregation_interval: 600,
      log_destination_type: "cloud-watch-logs",
      log_destination: `\${aws_cloudwatch_log_group.${logicalId(json, CloudwatchLogGroup)}.arn}`,
      iam_role_arn: `\${aws_iam_role.${logicalId(json, IamRole)}.arn}`,
      tags: { Name: "research" },
    });
  });

  test("starts only when its role may write", () => {
    const json = synth();
    expect(only(json, FlowLog).depends_on).toEqual([`aws_iam_role_policy.${logicalId(json, IamRolePolicy)}`]);
    expect(only(json, IamRolePolicy).role).toBe(`\${aws_iam_role.${logicalId(json, IamRole)}.id}`);
  });

  test("logs less, or fresher, when asked", () => {
    const flowLog = only(synth({ traffic: "REJECT", aggregationSeconds: 60 }), FlowLog);
    expect(flowLog).toMatchObject({ traffic_type: "REJECT", max_aggregation_interval: 60 });
  });

  test("keeps records as long as told, and refuses to destroy them", () => {
    const group = only(synth({ retentionDays: 365 }), CloudwatchLogGroup);
    expect(group).toMatchObject({
      name: "/aws/vpc/flow-logs/research",
      retention_in_days: 365,
      lifecycle: { prevent_destroy: true },
    });
    expect(group).not.toHaveProperty("kms_key_id");
  });

  test("encrypts with the key that it is given", () => {
    const kmsKeyArn = "arn:aws:kms:us-east-1:123456789012:key/k";
    expect(only(synth({ kmsKeyArn }), CloudwatchLogGroup).kms_key_id).toBe(kmsKeyArn);
  });

  test("gives the log group a frozen id when asked, and refers to it by that id", () => {
    const json = synth({ logicalId: "vpc_flow_logs" });
    expect(logicalId(json, CloudwatchLogGroup)).toBe("vpc_flow_logs");
    expect(only(json, FlowLog).log_destination).toBe("${aws_cloudwatch_log_group.vpc_flow_logs.arn}");
  });

  test("lets only flow logs of this account and Region take on the role", () => {
    const role = only(synth({ partition: "aws-cn", region: "cn-north-1" }), IamRole);
    expect(role.name).toBe("research-flow-logs");
    expect(JSON.parse(role.assume_role_policy).Statement).toEqual([
      {
        Sid: "FlowLogsOfThisAccount",
        Effect: "Allow",
        Principal: { Service: "vpc-flow-logs.amazonaws.com" },
        Action: "sts:AssumeRole",
        Condition: {
          StringEquals: { "aws:SourceAccount": "123456789012" },
          ArnLike: { "aws:SourceArn": "arn:aws-cn:ec2:cn-north-1:123456789012:vpc-flow-log/*" },
        },
      },
    ]);
  });

  test("lets the role write to its own log group only, and create no group", () => {
    const json = synth();
    const { Statement } = JSON.parse(only(json, IamRolePolicy).policy);
    expect(Statement).toEqual([
      {
        Sid: "Write",
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
        Resource: `\${aws_cloudwatch_log_group.${logicalId(json, CloudwatchLogGroup)}.arn}:*`,
      },
      {
        Sid: "FindGroup",
        Effect: "Allow",
        Action: "logs:DescribeLogGroups",
        Resource: "arn:aws:logs:us-east-1:123456789012:log-group:*",
      },
    ]);
  });

  test("exposes name and ARN of the log group", () => {
    const json = synth({ logicalId: "logs" });
    expect(json.output.group.value).toEqual([
      "${aws_cloudwatch_log_group.logs.name}",
      "${aws_cloudwatch_log_group.logs.arn}",
    ]);
  });

  test("takes the longest name that IAM takes for the role", () => {
    expect(only(synth({ name: "n".repeat(54) }), IamRole).name).toHaveLength(64);
  });

  test("fails on a name too long for the role, and says by how much", () => {
    expect(() => synth({ name: "n".repeat(57) })).toThrow(/has 67 characters, IAM allows 64\. Shorten the name by 3\./);
  });

  test("does not measure a name that is known only later", () => {
    const name = Token.asString({ resolve: () => "late" }, { displayHint: "a".repeat(80) });
    expect(only(synth({ name }), IamRole).name).toBe("late-flow-logs");
  });
});
