import { actionResource } from "../../../scripts/preflight/action-resource";
import resources = require("../../../scripts/preflight/resources");
import { sample } from "../../helpers/environment";

const ID = "00000000-0000-0000-0000-000000000000";
const { env } = sample();

// the names of the stacks, without synthesizing them: resources.test.ts does that
beforeAll(() => {
  jest
    .spyOn(resources, "namedResources")
    .mockImplementation(({ state }, wanted) =>
      [
        ...(state.kind === "s3" ? [["aws_s3_bucket", state.bucket]] : []),
        ["aws_s3_bucket", "sample-checkpoints-111122223333-us-east-1"],
        ["aws_iam_role", "sample-flow-logs"],
        ["aws_iam_role", "sample-cluster"],
        ["aws_cloudwatch_log_group", "/aws/vpc/flow-logs/sample"],
      ]
        .filter(([type]) => type === wanted)
        .map(([type = "", name = ""]) => ({ type, name, adopted: false })),
    );
});

test.each([
  ["ec2:CreateVpc", "*"],
  ["kms:CreateKey", "*"],
  ["iam:CreateRole", "arn:aws:iam::111122223333:role/sample-flow-logs"],
  ["iam:AttachRolePolicy", "arn:aws:iam::111122223333:role/sample-flow-logs"],
  ["iam:PutRolePolicy", "arn:aws:iam::111122223333:role/sample-flow-logs"],
  ["iam:CreatePolicyVersion", "arn:aws:iam::111122223333:policy/*"],
  ["iam:TagOpenIDConnectProvider", "arn:aws:iam::111122223333:oidc-provider/token.actions.githubusercontent.com"],
  ["s3:CreateBucket", "arn:aws:s3:::sample-tfstate-111122223333-us-east-1"],
  ["s3:GetObject", "arn:aws:s3:::sample-tfstate-111122223333-us-east-1/network.tfstate"],
  ["sns:CreateTopic", "arn:aws:sns:us-east-1:111122223333:*"],
  ["logs:CreateLogGroup", "arn:aws:logs:us-east-1:111122223333:log-group:/aws/vpc/flow-logs/sample:*"],
  ["logs:DescribeLogGroups", "*"],
  ["logs:CreateLogDelivery", "*"],
  ["eks:CreateNodegroup", "arn:aws:eks:us-east-1:111122223333:cluster/sample"],
  ["eks:UpdateNodegroupConfig", `arn:aws:eks:us-east-1:111122223333:nodegroup/sample/sample-system/${ID}`],
  ["eks:CreateAddon", "arn:aws:eks:us-east-1:111122223333:cluster/sample"],
  ["eks:DeleteAddon", `arn:aws:eks:us-east-1:111122223333:addon/sample/vpc-cni/${ID}`],
  ["eks:DescribeAddonVersions", "*"],
  ["eks:AssociateAccessPolicy", `arn:aws:eks:us-east-1:111122223333:access-entry/sample/role/111122223333/admin/${ID}`],
  ["eks:DeletePodIdentityAssociation", "arn:aws:eks:us-east-1:111122223333:podidentityassociation/sample/a-0"],
])("%s is done to %s", (action, resource) => expect(actionResource(env, action)).toBe(resource));

test("ARNs are those of the partition", () =>
  expect(actionResource({ ...env, partition: "aws-us-gov" }, "eks:CreateCluster")).toMatch(/^arn:aws-us-gov:eks:/));

test("objects are those of buckets where the state is a folder", () =>
  expect(actionResource(sample({ state: { kind: "local", directory: "state" } }).env, "s3:GetObject")).toBe(
    "arn:aws:s3:::sample-checkpoints-111122223333-us-east-1",
  ));
