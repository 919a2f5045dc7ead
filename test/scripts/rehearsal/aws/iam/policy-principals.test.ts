import { principalProblems } from "../../../../../scripts/rehearsal/aws/iam/policy-principals";

const RESOURCE = { use: "resource", partition: "aws" } as const;
const TRUST = { use: "trust", partition: "aws" } as const;
const ROLE = "arn:aws:iam::123456789012:role/a";

test.each<unknown>([
  { AWS: "*" },
  { AWS: ["123456789012", ROLE, "arn:aws:sts::123456789012:assumed-role/a/b"] },
  { Service: "pods.eks.amazonaws.com" },
  { Service: ["ec2.amazonaws.com", "ec2.amazonaws.com.cn"], AWS: ROLE },
  { Federated: "cognito-identity.amazonaws.com" },
])("takes %j", (principal) => {
  expect(principalProblems(principal, TRUST)).toEqual([]);
});

test("takes everybody in the policy of a resource, and not in a trust policy", () => {
  expect(principalProblems("*", RESOURCE)).toEqual([]);
  expect(principalProblems("*", TRUST)).toEqual([expect.stringContaining('{ "AWS": "*" }')]);
});

test.each<[unknown, RegExp]>([
  ["123456789012", /neither an object/],
  [{}, /empty/],
  [{ User: "a" }, /no kind "User"/],
  [{ AWS: [] }, /nothing in "AWS"/],
  [{ AWS: "role/a" }, /"AWS":"role\/a"/],
  [{ AWS: "arn:aws-cn:iam::123456789012:role/a" }, /aws-cn/],
  [{ AWS: "arn:aws:s3::123456789012:bucket" }, /s3/],
  [{ AWS: "arn:aws:iam::1234:role/a" }, /1234/],
  [{ AWS: "arn:aws:iam::123456789012:role/a*" }, /a\*/],
  [{ Service: "pods" }, /"Service":"pods"/],
])("refuses %j", (principal, problem) => {
  expect(principalProblems(principal, RESOURCE)).toEqual([expect.stringMatching(problem)]);
});

test("tells every principal that is wrong", () => {
  expect(principalProblems({ AWS: [ROLE, "a", "b"], Service: "ec2" }, RESOURCE)).toEqual([
    'Invalid principal in policy: "AWS":"a"',
    'Invalid principal in policy: "AWS":"b"',
    'Invalid principal in policy: "Service":"ec2"',
  ]);
});
