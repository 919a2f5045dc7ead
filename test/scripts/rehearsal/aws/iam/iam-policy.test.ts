import { refusePolicy, type PolicyUse } from "../../../../../scripts/rehearsal/aws/iam/iam-policy";
import { refusalText } from "../refusal-text";

const STATEMENT = { Effect: "Allow", Action: "s3:GetObject", Resource: "arn:aws:s3:::bucket/*" };
const TRUST = { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "ec2.amazonaws.com" } };
const policy = (...Statement: unknown[]) => JSON.stringify({ Version: "2012-10-17", Statement });
const refused = (text: string, use: PolicyUse = "identity") =>
  refusalText(refusePolicy(text, { use, partition: "aws" }));

test.each<[string, PolicyUse, string]>([
  ["permissions", "identity", policy(STATEMENT, { ...STATEMENT, Sid: "Second2" })],
  ["denials", "identity", policy({ Effect: "Deny", NotAction: ["s3:*", "*"], NotResource: "*" })],
  ["a policy in the old version", "identity", policy(STATEMENT).replace("2012-10-17", "2008-10-17")],
  [
    "several statements without ids",
    "identity",
    policy({ ...STATEMENT, Sid: "" }, { ...STATEMENT, Sid: "" }, STATEMENT),
  ],
  ["a trust policy", "trust", policy(TRUST)],
  ["the policy of a bucket", "resource", policy({ ...STATEMENT, Sid: "with blanks", Principal: "*" })],
  ["a key policy without actions", "key", policy({ Effect: "Allow", Principal: { AWS: "*" }, Resource: "*" })],
  ["a resource in any partition", "identity", policy({ ...STATEMENT, Resource: "arn:*:s3:::bucket" })],
  [
    "a policy with an id, of a resource",
    "resource",
    JSON.stringify({ Id: "a", Statement: { ...STATEMENT, Principal: "*" } }),
  ],
])("takes %s", (_, use, text) => {
  expect(refused(text, use)).toBe("");
});

describe("the document", () => {
  test.each<[string, string, RegExp]>([
    ["no JSON", "{", /Syntax errors in policy/],
    ["no statement", "{}", /Syntax errors in policy/],
    ["characters that are not of Latin-1", policy({ ...STATEMENT, Sid: "日" }), /Latin-1/],
    ["another version", policy(STATEMENT).replace("2012-10-17", "2024-01-01"), /Version is "2024-01-01"/],
    ["an element that is not there", policy(STATEMENT).replace("Version", "Versions"), /no element "Versions"/],
    ["an id in a policy of a role", policy(STATEMENT).replace('"Version":', '"Id":"a","Version":'), /Id is given/],
    ["one Sid twice", policy({ ...STATEMENT, Sid: "a" }, { ...STATEMENT, Sid: "a" }), /\(SID\).*unique; "a"/],
  ])("is refused with %s", (_, text, message) => {
    expect(refused(text)).toMatch(/^MalformedPolicyDocument: [^\n]+$/);
    expect(refused(text)).toMatch(message);
  });

  test("is refused with the code of the service that it is given to", () => {
    const rules = { use: "key", partition: "aws", code: "MalformedPolicyDocumentException" } as const;
    expect(refusePolicy("{", rules).map(({ code }) => code)).toEqual(["MalformedPolicyDocumentException"]);
  });
});

describe("a statement", () => {
  test.each<[string, object, RegExp]>([
    ["an element that is not there", { Actions: "s3:*" }, /statement 1: .*no element "Actions"/],
    ["a Sid with other characters", { Sid: "with blanks" }, /statement "with blanks": Sid may have letters/],
    ["no effect", { Effect: undefined }, /Effect is null/],
    ["an effect in lower case", { Effect: "allow" }, /Effect is "allow"/],
    ["no action", { Action: undefined }, /0 of Action and NotAction/],
    ["both kinds of actions", { NotAction: "s3:*" }, /2 of Action and NotAction/],
    ["an empty list of actions", { Action: [] }, /Action has no texts/],
    ["an action without a service", { Action: "GetObject" }, /"GetObject" is no action/],
    ["a service with a wildcard", { Action: "s*:GetObject" }, /"s\*:GetObject" is no action/],
    ["no resource", { Resource: undefined }, /0 of Resource and NotResource/],
    ["a resource that is no ARN", { Resource: "bucket" }, /bucket must be in ARN format/],
    ["a resource that begins like an ARN", { Resource: "arn" }, /arn must be in ARN format/],
    ["a resource of another partition", { Resource: "arn:aws-cn:s3:::bucket" }, /Partition "aws-cn" is not valid/],
    ["a principal", { Principal: { AWS: "*" } }, /should not specify a principal/],
    ["an operator that is not there", { Condition: { Like: { "aws:a": "b" } } }, /no operator "Like"/],
  ])("of permissions is refused with %s", (_, change, message) => {
    expect(refused(policy({ ...STATEMENT, ...change }))).toMatch(message);
    expect(refused(policy({ ...STATEMENT, ...change }))).not.toContain("\n");
  });

  test.each<[string, object, RegExp]>([
    ["a resource", { Resource: "*" }, /Has prohibited field Resource/],
    ["no principal", { Principal: undefined }, /0 of Principal and NotPrincipal/],
    ["everybody", { Principal: "*" }, /Invalid principal in policy/],
    ["an unknown kind of principal", { Principal: { Role: "a" } }, /no kind "Role"/],
  ])("of a trust policy is refused with %s", (_, change, message) => {
    expect(refused(policy({ ...TRUST, ...change }), "trust")).toMatch(message);
  });
});

describe("a statement of a key policy", () => {
  const KEY = { Effect: "Allow", Principal: { AWS: "arn:aws:iam::123456789012:root" }, Action: "kms:*", Resource: "*" };

  test("may have a Sid with blanks, and one that is there twice", () => {
    const named = { ...KEY, Sid: "Enable IAM User Permissions" };
    expect(refused(policy(named, named), "key")).toBe("");
    expect(refused(policy({ ...STATEMENT, Sid: "Enable all" }))).not.toBe("");
  });

  test("may leave actions and resources out, as it has no effect then", () => {
    expect(refused(policy({ ...KEY, Action: undefined, Resource: undefined }), "key")).toBe("");
  });

  test.each<[string, object, RegExp]>([
    ["no principal", { Principal: undefined }, /0 of Principal and NotPrincipal/],
    ["two kinds of principals", { NotPrincipal: { AWS: "*" } }, /2 of Principal and NotPrincipal/],
    [
      "a principal of another partition",
      { Principal: { AWS: "arn:aws-cn:iam::123456789012:root" } },
      /Invalid principal/,
    ],
    ["a principal that is no ARN", { NotPrincipal: { AWS: "root" }, Principal: undefined }, /Invalid principal/],
    ["an action that is none", { Action: "kms" }, /"kms" is no action/],
    ["a resource that is none", { Resource: "key/1" }, /must be in ARN format/],
  ])("is refused with %s", (_, change, message) => {
    expect(refused(policy({ ...KEY, ...change }), "key")).toMatch(message);
  });
});

describe("lists", () => {
  test("of actions and resources are looked at one by one", () => {
    const Action = ["s3:GetObject", "s3", "s3:Put Object", "ec2:Describe*"];
    const Resource = ["*", "arn:aws:s3:::a", "b", "arn:aws-us-gov:s3:::c"];
    expect(refused(policy({ ...STATEMENT, Action, Resource })).split("\n")).toEqual([
      expect.stringContaining('"s3" is no action'),
      expect.stringContaining('"s3:Put Object" is no action'),
      expect.stringContaining("Resource b must be"),
      expect.stringContaining('Partition "aws-us-gov"'),
    ]);
  });

  test("have texts in them, and nothing else", () => {
    expect(refused(policy({ ...STATEMENT, Action: ["s3:GetObject", 1] }))).toMatch(
      /Action has no texts in it, or something else/,
    );
    expect(refused(policy({ ...STATEMENT, Resource: [] }))).toMatch(/Resource has no texts/);
    expect(refused(policy({ ...STATEMENT, Resource: null }))).toMatch(/Resource has no texts/);
  });
});

test("looks at NotAction and NotResource as well", () => {
  expect(refused(policy({ Effect: "Deny", NotAction: "all", NotResource: "*" }))).toMatch(/"all" is no action/);
  expect(refused(policy({ Effect: "Deny", NotAction: "s3:*", NotResource: "all" }))).toMatch(
    /all must be in ARN format/,
  );
});

test("knows the statement by its Sid, or by its number", () => {
  const wrong = { Effect: "Allow", Action: "all", Resource: "*" };
  expect(refused(policy(STATEMENT, wrong))).toMatch(/statement 2: "all"/);
  expect(refused(policy(STATEMENT, { ...wrong, Sid: "All" }))).toMatch(/statement "All": "all"/);
  expect(refused(policy({ ...wrong, Sid: "" }))).toMatch(/statement 1: "all"/);
});

test("refuses partitions of elsewhere in China, and takes its own", () => {
  const china = (Resource: string) =>
    refusalText(refusePolicy(policy({ ...STATEMENT, Resource }), { use: "identity", partition: "aws-cn" }));
  expect(china("arn:aws-cn:s3:::bucket/*")).toBe("");
  expect(china("arn:aws:s3:::bucket/*")).toMatch(/Partition "aws" is not valid .*; here it is aws-cn/);
});
