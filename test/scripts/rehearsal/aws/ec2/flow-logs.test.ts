import { FLOW_LOG_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/flow-logs";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const flowLog = FLOW_LOG_KINDS["aws_flow_log"]!;
const LOG = {
  vpc_id: "vpc-1",
  log_destination_type: "cloud-watch-logs",
  log_destination: "arn:aws:logs:us-west-2:123456789012:log-group:/aws/vpc/flow-logs/dev",
  iam_role_arn: "arn:aws:iam::123456789012:role/dev-flow-logs",
  traffic_type: "ALL",
  max_aggregation_interval: 600,
};

describe("a plan of aws_flow_log", () => {
  test("replaces for everything but tags, as the provider does", () => {
    expect([...flowLog.forcesNew].sort()).toEqual([
      "deliver_cross_account_role",
      "destination_options",
      "eni_id",
      "iam_role_arn",
      "log_destination",
      "log_destination_type",
      "log_format",
      "max_aggregation_interval",
      "regional_nat_gateway_id",
      "subnet_id",
      "traffic_type",
      "transit_gateway_attachment_id",
      "transit_gateway_id",
      "vpc_id",
    ]);
  });

  test("gathers for ten minutes, to CloudWatch, as plain text, where nothing else is said", () => {
    expect(flowLog.defaults).toEqual({
      log_destination_type: "cloud-watch-logs",
      max_aggregation_interval: 600,
      "destination_options.file_format": "plain-text",
      "destination_options.hive_compatible_partitions": false,
      "destination_options.per_hour_partition": false,
    });
  });

  test("needs what it watches and its role, and keeps neither", () => {
    expect(flowLog.references).toEqual([
      { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound" },
      { path: "subnet_id", to: ["aws_subnet", "aws_default_subnet"], missing: "InvalidSubnetID.NotFound" },
      { path: "iam_role_arn", to: ["aws_iam_role"], by: "arn", missing: "InvalidParameter" },
    ]);
  });
});

test("a new flow log has an id, an ARN and the usual fields", () => {
  const made = flowLog.create(LOG, fakeCloud());
  expect(made["id"]).toMatch(/^fl-[0-9a-f]{17}$/);
  expect(made["arn"]).toBe(`arn:aws:ec2:us-west-2:123456789012:vpc-flow-log/${String(made["id"])}`);
  expect(made["log_format"]).toMatch(/^\$\{version\} \$\{account-id\} .+ \$\{action\} \$\{log-status\}$/);
});

describe("EC2", () => {
  test("needs a role for CloudWatch, and none for S3", () => {
    expect(codes(flowLog, LOG)).toEqual([]);
    expect(codes(flowLog, { ...LOG, iam_role_arn: null })).toEqual(["MissingParameter"]);
    expect(messages(flowLog, { ...LOG, iam_role_arn: null })).toEqual([
      "iam_role_arn is required for cloud-watch-logs",
    ]);
    expect(codes(flowLog, { ...LOG, iam_role_arn: null, log_destination_type: "s3" })).toEqual([]);
  });

  test("needs a kind of traffic, but for transit gateways, which have one interval", () => {
    expect(codes(flowLog, { ...LOG, traffic_type: null })).toEqual(["MissingParameter"]);
    const transit = { ...LOG, vpc_id: null, transit_gateway_id: "tgw-1", traffic_type: null };
    expect(codes(flowLog, { ...transit, max_aggregation_interval: 60 })).toEqual([]);
    expect(codes(flowLog, transit)).toEqual(["InvalidParameter"]);
  });

  test("refuses a second log that says the same", () => {
    const api = fakeCloud({ objects: [cloudObject("aws_flow_log", "fl-1", LOG)] });
    expect(codes(flowLog, LOG, api)).toEqual(["FlowLogAlreadyExists"]);
    expect(codes(flowLog, { ...LOG, id: "fl-1" }, api)).toEqual([]);
    for (const other of [{ vpc_id: "vpc-2" }, { traffic_type: "REJECT" }, { log_destination: "arn:aws:s3:::flow" }])
      expect(codes(flowLog, { ...LOG, ...other }, api)).toEqual([]);
  });

  test("looks at the tags", () => {
    expect(codes(flowLog, { ...LOG, tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
  });
});
