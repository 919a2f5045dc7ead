import { refuseUntrusted } from "../../../../../scripts/rehearsal/aws/iam/role-trust";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const ARN = "arn:aws:iam::123456789012:role/nodes";
const trust = (service: string) =>
  JSON.stringify({ Statement: { Effect: "Allow", Principal: { Service: service }, Action: "sts:AssumeRole" } });
const cloud = (policy: string) =>
  fakeCloud({ objects: [cloudObject("aws_iam_role", "nodes", { arn: ARN, assume_role_policy: policy })] });
const PROPS = {
  roleArn: ARN,
  services: ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"],
  actions: ["sts:AssumeRole"],
  message: "The role cannot be used",
  source: "https://example.com/role",
};

test("takes a role that one of the services may take on", () => {
  expect(refuseUntrusted(PROPS, cloud(trust("ec2.amazonaws.com")))).toEqual([]);
  expect(refuseUntrusted(PROPS, cloud(trust("ec2.amazonaws.com.cn")))).toEqual([]);
});

test("refuses a role that another service may take on", () => {
  expect(refusalText(refuseUntrusted(PROPS, cloud(trust("eks.amazonaws.com"))))).toBe(
    "InvalidParameterException: The role cannot be used: " +
      `the trust policy of ${ARN} must allow sts:AssumeRole to ec2.amazonaws.com or ec2.amazonaws.com.cn`,
  );
});

test("refuses a role that allows one action of two", () => {
  const actions = ["sts:AssumeRole", "sts:TagSession"];
  expect(refuseUntrusted({ ...PROPS, actions }, cloud(trust("ec2.amazonaws.com")))).toHaveLength(1);
});

test("says nothing of a role that it does not know", () => {
  expect(refuseUntrusted({ ...PROPS, roleArn: `${ARN}2` }, cloud(trust("eks.amazonaws.com")))).toEqual([]);
});
