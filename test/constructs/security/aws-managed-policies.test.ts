import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { attachAwsManagedPolicies } from "../../../constructs/security/aws-managed-policies";
import { resources, synthStack } from "../../helpers/synth";

test("attaches policies by the ARN of the partition, path included", () => {
  const json = synthStack((stack) => {
    attachAwsManagedPolicies(stack, "role", "aws-us-gov", ["AmazonEKS_CNI_Policy", "service-role/EbsPolicy"]);
  });
  expect(Object.values(resources(json, IamRolePolicyAttachment))).toMatchObject([
    { role: "role", policy_arn: "arn:aws-us-gov:iam::aws:policy/AmazonEKS_CNI_Policy" },
    { role: "role", policy_arn: "arn:aws-us-gov:iam::aws:policy/service-role/EbsPolicy" },
  ]);
});

test("keeps the logical id of an attachment when another policy is put before it", () => {
  const ids = (...policies: string[]) => {
    const json = synthStack((stack) => void attachAwsManagedPolicies(stack, "role", "aws", policies));
    return Object.keys(resources(json, IamRolePolicyAttachment));
  };
  expect(ids("Other", "service-role/EbsPolicy")).toEqual(expect.arrayContaining(ids("service-role/EbsPolicy")));
});

test("names an attachment by the policy alone, whatever its path", () => {
  const json = synthStack((stack) => void attachAwsManagedPolicies(stack, "role", "aws", ["One", "a/path/Two"]));
  expect(Object.keys(resources(json, IamRolePolicyAttachment))).toEqual(["attach-One", "attach-Two"]);
});

test("returns the attachments, so that others can wait for them", () => {
  synthStack((stack) => {
    expect(attachAwsManagedPolicies(stack, "role", "aws", ["One", "Two"])).toHaveLength(2);
  });
});
