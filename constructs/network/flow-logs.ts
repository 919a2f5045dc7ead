import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { FlowLog } from "@cdktf/provider-aws/lib/flow-log";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { policyDocument } from "../security/policy";
import { type LogRetentionDays } from "../core/log-retention";
import type { Partition } from "../../config/facts/regions";

const ROLE_NAME_LIMIT = 64;

export interface FlowLogsProps {
  /**
   * The log group is `/aws/vpc/flow-logs/<name>`, the role `<name>-flow-logs` (up to 64 characters, unique in the
   * account). Changing it would replace the log group, which Terraform then refuses.
   */
  readonly name: string;
  readonly vpcId: string;
  readonly partition: Partition;
  /** AWS Region of the VPC. */
  readonly region: string;
  /** Account of the VPC, 12 digits: only its flow logs may take on the role. */
  readonly accountId: string;
  readonly retentionDays: LogRetentionDays;
  /**
   * Key for the log group; its policy must allow `logs.<region>.amazonaws.com` to use it. @default - a key of AWS
   * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
   */
  readonly kmsKeyArn?: string;
  /** Which connections are logged. @default "ALL" */
  readonly traffic?: "ALL" | "ACCEPT" | "REJECT";
  /** How long records are gathered, in seconds: shorter is fresher, and more records to pay for. @default 600 */
  readonly aggregationSeconds?: 60 | 600;
  /** Logical id of the log group in Terraform state, unique in the stack, frozen. @default - from the construct path */
  readonly logicalId?: string;
  /** Terraform refuses to destroy the logs. False only for throw-away environments. @default true */
  readonly preventDestroy?: boolean;
}

/** Flow logs of a VPC in a CloudWatch log group of their own. */
export class FlowLogs extends Construct {
  readonly logGroupName: string;
  readonly logGroupArn: string;

  constructor(scope: Construct, id: string, props: FlowLogsProps) {
    super(scope, id);
    const { partition, region, accountId } = props;
    const roleName = `${props.name}-flow-logs`;
    if (!Token.isUnresolved(roleName) && roleName.length > ROLE_NAME_LIMIT) {
      throw new Error(
        `flow logs "${props.name}": the role name "${roleName}" has ${roleName.length} characters, IAM allows ` +
          `${ROLE_NAME_LIMIT}. Shorten the name by ${roleName.length - ROLE_NAME_LIMIT}.`,
      );
    }

    const logGroup = new CloudwatchLogGroup(this, "log-group", {
      name: `/aws/vpc/flow-logs/${props.name}`,
      retentionInDays: props.retentionDays,
      kmsKeyId: props.kmsKeyArn,
      lifecycle: { preventDestroy: props.preventDestroy ?? true },
    });
    if (props.logicalId) logGroup.overrideLogicalId(props.logicalId);

    const role = new IamRole(this, "role", {
      name: roleName,
      assumeRolePolicy: policyDocument([
        {
          sid: "FlowLogsOfThisAccount",
          actions: ["sts:AssumeRole"],
          principals: { services: ["vpc-flow-logs.amazonaws.com"] },
          // without these the service could be talked into writing here for another account
          conditions: {
            StringEquals: { "aws:SourceAccount": accountId },
            ArnLike: { "aws:SourceArn": `arn:${partition}:ec2:${region}:${accountId}:vpc-flow-log/*` },
          },
        },
      ]),
    });
    // no logs:CreateLogGroup: it would let the service make a deleted group again, without key and retention
    const policy = new IamRolePolicy(this, "role-policy", {
      name: "write-flow-logs",
      role: role.id,
      policy: policyDocument([
        {
          sid: "Write",
          actions: ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
          resources: [`${logGroup.arn}:*`],
        },
        {
          sid: "FindGroup",
          actions: ["logs:DescribeLogGroups"],
          resources: [`arn:${partition}:logs:${region}:${accountId}:log-group:*`],
        },
      ]),
    });

    new FlowLog(this, "flow-log", {
      vpcId: props.vpcId,
      logDestinationType: "cloud-watch-logs",
      logDestination: logGroup.arn,
      iamRoleArn: role.arn,
      trafficType: props.traffic ?? "ALL",
      maxAggregationInterval: props.aggregationSeconds ?? 600,
      tags: { Name: props.name },
      dependsOn: [policy],
    });

    this.logGroupName = logGroup.name;
    this.logGroupArn = logGroup.arn;
  }
}
