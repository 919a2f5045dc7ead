import { parsePolicy } from "../../../../scripts/review/changes/policies";
import { isForeign, policyDangers } from "../../../../scripts/review/sections/policy-dangers";

const OWN = "111122223333";
const dangers = (...statements: object[]) => {
  const parsed = parsePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }));
  if (!parsed) throw new Error("no policy");
  return policyDangers(parsed, OWN);
};
const allow = (action: unknown, more: object = {}) => ({ Effect: "Allow", Action: action, Resource: "*", ...more });
const everybody = (condition: object) => allow("s3:GetObject", { Principal: "*", Condition: condition });

test("dangers are told in words, each once", () => {
  expect(dangers(allow("*"), allow("*:*"))).toEqual(["every action on everything"]);
  expect(dangers(allow(["*", "s3:GetObject"]))).toEqual(["every action on everything"]);
  expect(dangers(allow(["s3:*", "ec2:RunInstances"]))).toEqual(["every action of s3 on everything"]);
  expect(dangers(allow("iam:PassRole"))).toEqual(["iam:PassRole on everything, which is every right"]);
  expect(dangers(allow("s3:GetObject", { Principal: "*" }))).toEqual(["everybody may s3:GetObject"]);
  expect(dangers(allow("*", { Principal: { AWS: "999988887777" } }))).toEqual([
    "arn:aws:iam::999988887777:root of another account may do everything",
  ]);
});

test.each([
  ["a denial", { Effect: "Deny", Action: "*", Resource: "*", Principal: "*" }],
  [
    "every right, passed to one service",
    allow("iam:PassRole", { Condition: { StringEquals: { "iam:PassedToService": "eks.amazonaws.com" } } }),
  ],
  [
    "every right on one role",
    { Effect: "Allow", Action: "iam:PassRole", Resource: "arn:aws:iam::111122223333:role/x" },
  ],
  ["a service", allow("sts:AssumeRole", { Principal: { Service: "ec2.amazonaws.com" } })],
  ["the own account", allow("kms:*", { Principal: { AWS: OWN } })],
  [
    "everybody by SAML",
    allow("sts:AssumeRoleWithSAML", { Principal: { Federated: "arn:aws:iam::111122223333:saml-provider/x" } }),
  ],
])("%s is none", (_, statement) => expect(dangers(statement)).toEqual([]));

test.each([
  [{ StringEquals: { "aws:PrincipalOrgID": "o-1" } }],
  [{ StringEquals: { "kms:CallerAccount": OWN } }],
  [{ ArnLike: { "aws:SourceArn": "arn:aws:s3:::b" } }],
  [{ IpAddress: { "aws:SourceIp": "198.51.100.0/24" } }],
  [{ "ForAnyValue:StringLike": { "aws:PrincipalOrgPaths": "o-1/*" } }],
])("everybody is not everybody under %j", (condition) => expect(dangers(everybody(condition))).toEqual([]));

test.each([
  [{ StringNotEquals: { "aws:PrincipalOrgID": "o-1" } }],
  [{ StringEqualsIfExists: { "aws:PrincipalOrgID": "o-1" } }],
  [{ "ForAllValues:StringEquals": { "aws:PrincipalOrgPaths": "o-1/*" } }],
  [{ StringLike: { "aws:SourceArn": "*" } }],
  [{ StringLike: { "aws:SourceArn": ["arn:aws:s3:::b", "*"] } }],
  [{ IpAddress: { "aws:SourceIp": "0.0.0.0/0" } }],
  [{ Bool: { "aws:SecureTransport": "true" } }],
])("everybody is everybody under %j", (condition) => expect(dangers(everybody(condition))).toHaveLength(1));

test("a principal is foreign by its account; what has none is foreign only with a wildcard", () => {
  expect(isForeign("arn:aws:iam::111122223333:role/a", OWN)).toBe(false);
  expect(isForeign("arn:aws-us-gov:iam::999988887777:role/a", OWN)).toBe(true);
  expect(isForeign("arn:aws:sts::999988887777:assumed-role/a/b", OWN)).toBe(true);
  expect(isForeign("arn:aws:iam::*:role/a", OWN)).toBe(true);
  expect(isForeign("AROAEXAMPLE", OWN)).toBe(false);
});
