import { parsePolicy, type Policy } from "../../../../scripts/lib/aws/policies";
import { covers } from "../../../../scripts/review/sections/policy-covers";
import { grants as grantsOf } from "../../../../scripts/review/sections/policy-grants";

const grants = (before: Policy | null, after: Policy | null) =>
  grantsOf(before, after, { account: "111122223333", repository: null });

const policy = (...statements: object[]): Policy => {
  const parsed = parsePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }));
  if (!parsed) throw new Error("no policy");
  return parsed;
};
const allow = (action: unknown, resource: unknown = "*", more: object = {}) => ({
  Effect: "Allow",
  Action: action,
  Resource: resource,
  ...more,
});
const isCovered = (outer: object, inner: object) => covers(policy(outer).statements[0]!, policy(inner).statements[0]!);
const MFA = { Condition: { Bool: { "aws:MultiFactorAuthPresent": "true" } } };
const ROOT = { Principal: { AWS: "arn:aws:iam::111122223333:root" } };

test.each([
  ["the same", allow("s3:GetObject"), allow("s3:GetObject")],
  ["an action among several", allow(["s3:GetObject", "s3:PutObject"]), allow("s3:PutObject")],
  ["an action of a service", allow("s3:*"), allow("s3:GetObject")],
  ["actions that begin alike", allow("s3:Get*"), allow(["s3:GetObject", "S3:gettags"])],
  ["a resource of all", allow("s3:GetObject", "*"), allow("s3:GetObject", "arn:aws:s3:::b")],
  ["a resource below", allow("s3:GetObject", "arn:aws:s3:::b/*"), allow("s3:GetObject", "arn:aws:s3:::b/x/y")],
  ["a condition more", allow("s3:GetObject"), allow("s3:GetObject", "*", MFA)],
  [
    "fewer values of a condition",
    allow("a:b", "*", { Condition: { StringEquals: { k: ["x", "y"] } } }),
    allow("a:b", "*", { Condition: { StringEquals: { k: "x" } } }),
  ],
  [
    "more exceptions",
    { Effect: "Allow", NotAction: "s3:Get*", Resource: "*" },
    { Effect: "Allow", NotAction: ["s3:*", "iam:*"], Resource: "*" },
  ],
  ["what is not excepted", { Effect: "Allow", NotAction: "s3:Get*", Resource: "*" }, allow("s3:PutObject")],
  ["one of all principals", allow("s3:GetObject", "*", { Principal: "*" }), allow("s3:GetObject", "*", ROOT)],
])("%s is covered", (_, outer, inner) => expect(isCovered(outer, inner)).toBe(true));

test.each([
  ["another action", allow("s3:GetObject"), allow("s3:PutObject")],
  ["more than what begins alike", allow("s3:Get*"), allow("s3:*")],
  ["another resource", allow("s3:GetObject", "arn:aws:s3:::b/*"), allow("s3:GetObject", "arn:aws:s3:::c/x")],
  [
    "a resource that only looks alike",
    allow("s3:GetObject", "arn:aws:s3:::b.c"),
    allow("s3:GetObject", "arn:aws:s3:::bxc"),
  ],
  ["a condition less", allow("s3:GetObject", "*", MFA), allow("s3:GetObject")],
  [
    "another principal",
    allow("s3:GetObject", "*", ROOT),
    allow("s3:GetObject", "*", { Principal: { AWS: "999988887777" } }),
  ],
  ["a policy of somebody for one of something", allow("s3:GetObject", "*", { Principal: "*" }), allow("s3:GetObject")],
  ["all but some", allow("s3:*"), { Effect: "Allow", NotAction: "s3:GetObject", Resource: "*" }],
  ["a pattern that is not in another one", allow("s3:Get?"), allow("s3:Get*")],
  [
    "a condition with more values",
    allow("a:b", "*", { Condition: { StringEquals: { k: "x" } } }),
    allow("a:b", "*", { Condition: { StringEquals: { k: ["x", "y"] } } }),
  ],
  [
    "fewer values that must not be",
    allow("a:b", "*", { Condition: { StringNotEquals: { k: ["x", "y"] } } }),
    allow("a:b", "*", { Condition: { StringNotEquals: { k: "x" } } }),
  ],
  ["an action that is excepted", { Effect: "Allow", NotAction: "s3:Get*", Resource: "*" }, allow("s3:*Object")],
])("%s is not covered", (_, outer, inner) => expect(isCovered(outer, inner)).toBe(false));

test("what comes and goes is told in words, statement by statement", () => {
  const before = policy(allow("s3:GetObject", "arn:aws:s3:::b/*"), {
    Effect: "Deny",
    Action: "s3:*",
    Resource: "*",
    ...MFA,
  });
  const after = policy(allow("s3:PutObject", ["arn:aws:s3:::b/*", "arn:aws:s3:::c/*"], ROOT));
  expect(grants(before, after)).toEqual({
    come: ["arn:aws:iam::111122223333:root: s3:PutObject on arn:aws:s3:::b/*, arn:aws:s3:::c/*"],
    isWide: false,
    loosened: [],
    gone: ["s3:GetObject on arn:aws:s3:::b/*"],
    undenied: ["s3:* on everything, if Bool aws:multifactorauthpresent true"],
  });
});

test("a denial that another one includes is still one", () => {
  const deny = (action: string) => ({ Effect: "Deny", Action: action, Resource: "*" });
  expect(grants(policy(deny("s3:GetObject")), policy(deny("s3:*"))).undenied).toEqual([]);
  expect(grants(policy(deny("s3:*")), policy(deny("s3:GetObject"))).undenied).toHaveLength(1);
});

test("statements may be joined and parted", () => {
  const [a, b] = ["arn:aws:s3:::a", "arn:aws:s3:::b"];
  const joined = policy(allow(["s3:GetObject", "s3:PutObject"], [a, b]));
  const parted = policy(...["s3:GetObject", "s3:PutObject"].flatMap((action) => [allow(action, a), allow(action, b)]));
  expect(grants(joined, parted)).toMatchObject({ come: [], gone: [] });
  expect(grants(parted, joined)).toMatchObject({ come: [], gone: [] });
});

test("a condition that goes is told as such, whatever it was on", () => {
  const narrow = "arn:aws:s3:::b/*";
  const { loosened } = grants(policy(allow("s3:GetObject", narrow, MFA)), policy(allow("s3:GetObject", narrow)));
  expect(loosened).toEqual([`s3:GetObject on ${narrow}`]);
  expect(grants(policy(allow("s3:GetObject", narrow)), policy(allow("s3:GetObject", narrow, MFA))).loosened).toEqual(
    [],
  );
});

test("long lists are cut", () => {
  const actions = Array.from({ length: 9 }, (_, index) => `s3:Action${index}`);
  const [line] = grants(null, policy(allow(actions, ["a", "b", "c", "d", "e"]))).come;
  expect(line).toBe(
    "s3:Action0, s3:Action1, s3:Action2, s3:Action3, s3:Action4, s3:Action5 and 3 more on a, b, c and 2 more",
  );
});

test.each([
  ["rights for others, on one role", allow("iam:PutRolePolicy", "arn:aws:iam::111122223333:role/x"), true],
  ["every action on one thing", allow("*", "arn:aws:s3:::b"), true],
  ["wildcards on everything", allow("ec2:Create*"), true],
  ["all but some", { Effect: "Allow", NotAction: "iam:*", Resource: "*" }, true],
  ["reading of everything", allow(["ec2:Describe*", "s3:ListAll*", "iam:GetRole"]), false],
  ["wildcards on one thing, old versions and policies among it", allow("s3:*", "arn:aws:s3:::b"), true],
  ["wildcards on one thing that destroy nothing", allow("s3:Get*", "arn:aws:s3:::b"), false],
  ["deleting versions of one thing", allow("s3:DeleteObjectVersion", "arn:aws:s3:::b/x/*"), true],
  ["the policy of a key, in which everything is the key", allow("kms:*", "*", ROOT), false],
])("%s: wide is %j", (_, statement, isWide) => expect(grants(null, policy(statement)).isWide).toBe(isWide));
