import { parsePolicy } from "../../../../scripts/lib/aws/policies";
import { policyDangers } from "../../../../scripts/review/sections/policy-dangers";
import { isForeign } from "../../../../scripts/review/sections/policy-reach";

const OWN = "111122223333";
const dangers = (...statements: object[]) => {
  const parsed = parsePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }));
  if (!parsed) throw new Error("no policy");
  return policyDangers(parsed, { account: OWN, repository: "acme/cluster" });
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
  [{ StringEquals: { "kms:CallerAccount": OWN } }],
  [{ StringEquals: { "aws:PrincipalAccount": OWN, "aws:PrincipalOrgID": "o-1" } }],
  [{ ArnLike: { "aws:SourceArn": `arn:aws:sns:us-east-1:${OWN}:*` } }],
  [{ IpAddress: { "aws:SourceIp": "198.51.100.0/24" } }],
  [{ IpAddress: { "aws:SourceIp": ["10.0.0.0/8", "192.168.0.0/16"] } }],
])("everybody is not everybody under %j", (condition) => expect(dangers(everybody(condition))).toEqual([]));

test.each([
  [{ StringNotEquals: { "aws:PrincipalOrgID": "o-1" } }],
  [{ StringEqualsIfExists: { "aws:PrincipalOrgID": "o-1" } }],
  [{ "ForAllValues:StringEquals": { "aws:PrincipalOrgPaths": "o-1/*" } }],
  [{ StringLike: { "aws:SourceArn": "*" } }],
  [{ StringLike: { "aws:SourceArn": ["arn:aws:s3:::b", "*"] } }],
  [{ IpAddress: { "aws:SourceIp": "0.0.0.0/0" } }],
  [{ Bool: { "aws:SecureTransport": "true" } }],
  // whose these are, nobody can tell
  [{ StringEquals: { "aws:PrincipalOrgID": "o-1" } }],
  [{ "ForAnyValue:StringLike": { "aws:PrincipalOrgPaths": "o-1/*" } }],
  [{ ArnLike: { "aws:SourceArn": "arn:aws:s3:::b" } }],
  [{ StringEquals: { "aws:SourceVpce": "vpce-1" } }],
  [{ StringEquals: { "aws:PrincipalAccount": "999988887777" } }],
  [{ StringEquals: { "aws:PrincipalAccount": [OWN, "999988887777"] } }],
  [{ ArnLike: { "aws:PrincipalArn": "arn:aws:iam::*:role/x" } }],
  [{ IpAddress: { "aws:SourceIp": ["0.0.0.0/1", "128.0.0.0/1"] } }],
  [{ IpAddress: { "aws:SourceIp": ["::/1", "8000::/1"] } }],
])("everybody is everybody under %j", (condition) => expect(dangers(everybody(condition))).toHaveLength(1));

test("a principal is foreign by its account; what has none is foreign only with a wildcard", () => {
  expect(isForeign("arn:aws:iam::111122223333:role/a", OWN)).toBe(false);
  expect(isForeign("arn:aws-us-gov:iam::999988887777:role/a", OWN)).toBe(true);
  expect(isForeign("arn:aws:sts::999988887777:assumed-role/a/b", OWN)).toBe(true);
  expect(isForeign("arn:aws:iam::*:role/a", OWN)).toBe(true);
  expect(isForeign("AROAEXAMPLE", OWN)).toBe(false);
});

const on = (resource: unknown, action: unknown, more: object = {}) => ({ ...allow(action, more), Resource: resource });
const ROLES = `arn:aws:iam::${OWN}:role/*`;

test.each<[string, object]>([
  ["a role of the account", on(ROLES, "iam:PassRole")],
  ["policies of any role", on(ROLES, "iam:AttachRolePolicy")],
  ["a pattern with an action in it", allow("iam:Pass*")],
  ["a pattern in the middle", allow("iam:*RolePolicy")],
  ["stars for one star", allow("s3:**")],
  ["everything, written out", on("arn:aws:*:*:*:*", "s3:GetObject")],
  ["objects of all buckets", on("arn:aws:s3:::*", "s3:*Object")],
  ["objects of all buckets, by their path", on("arn:aws:s3:::*/*", "s3:PutObject")],
  ["a role of any account", on("arn:aws:iam::*:role/research", "sts:AssumeRole")],
  ["a service by a pattern", allow("s*:Get*")],
  ["all secrets", allow("secretsmanager:GetSecretValue")],
  [
    "a condition that lets all through",
    allow("iam:PassRole", { Condition: { StringLike: { "iam:PassedToService": "*" } } }),
  ],
  [
    "a condition that is about something else",
    allow("iam:PassRole", { Condition: { Bool: { "aws:SecureTransport": "true" } } }),
  ],
  ["a service of any name", allow("s3:GetObject", { Principal: { Service: "*" } })],
])("wide is %s", (_, statement) => expect(dangers(statement)).toHaveLength(1));

test.each<[string, object]>([
  ["settings of everything", allow(["ec2:Describe*", "s3:ListAllMyBuckets", "iam:GetRole", "sts:GetCallerIdentity"])],
  ["writing where things have no names", allow(["ec2:CreateSecurityGroup", "autoscaling:SetDesiredCapacity"])],
  ["one bucket", on(["arn:aws:s3:::b", "arn:aws:s3:::b/*"], "s3:*")],
  ["roles by the beginning of their name", on(`arn:aws:iam::${OWN}:role/research-*`, "iam:PassRole")],
  ["what carries a tag", allow("ec2:Delete*", { Condition: { StringEquals: { "aws:ResourceTag/x": "y" } } })],
  ["a variable at the beginning", on("${aws_s3_bucket.b.arn}/*", "s3:PutObject")],
])("narrow is %s", (_, statement) => expect(dangers(statement)).toEqual([]));

const GITHUB = { Federated: `arn:aws:iam::${OWN}:oidc-provider/token.actions.githubusercontent.com` };
const job = (operator: string, sub: unknown) =>
  allow("sts:AssumeRoleWithWebIdentity", {
    Principal: GITHUB,
    Condition: { [operator]: { "token.actions.githubusercontent.com:sub": sub } },
  });

test.each<[string, object]>([
  ["owners that begin alike", job("StringLike", "repo:a*")],
  ["any repository of the owner", job("StringLike", "repo:acme/*")],
  ["repositories that begin alike", job("StringLike", "repo:acme/cluster*")],
  ["another repository", job("StringEquals", "repo:acme/other:ref:refs/heads/main")],
  ["one of two", job("StringLike", ["repo:acme/cluster:*", "repo:x/y:*"])],
  ["a condition that may be missing", job("StringEqualsIfExists", "repo:acme/cluster:ref:refs/heads/main")],
  ["no subject", job("StringEquals", [])],
])("jobs of strangers may take on a role: %s", (_, statement) => expect(dangers(statement).length).toBeGreaterThan(0));

test.each<[string, object]>([
  ["a branch of the own repository", job("StringEquals", "repo:acme/cluster:ref:refs/heads/main")],
  ["everything of the own repository", job("StringLike", "repo:acme/cluster:*")],
])("jobs of one's own may: %s", (_, statement) => expect(dangers(statement)).toEqual([]));
