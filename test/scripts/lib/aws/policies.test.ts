import { policyDocument } from "../../../../constructs/security/policy";
import { meaning, parsePolicy, samePolicy, type Policy } from "../../../../scripts/lib/aws/policies";

const policy = (...statements: object[]): Policy => {
  const parsed = parsePolicy(JSON.stringify({ Version: "2012-10-17", Statement: statements }));
  if (!parsed) throw new Error("no policy");
  return parsed;
};
const READ = { Sid: "Read", Effect: "Allow", Action: ["s3:GetObject", "s3:ListBucket"], Resource: "*" };
const DENY = { Effect: "Deny", Action: "s3:*", Resource: "*", Principal: "*" };

test("reads what Railyard itself writes", () => {
  const text = policyDocument([
    {
      sid: "A",
      actions: ["s3:GetObject"],
      resources: ["b", "a"],
      conditions: { StringEquals: { "aws:SourceAccount": "1" } },
    },
    { sid: "B", actions: ["sts:AssumeRole"], principals: { services: ["ec2.amazonaws.com"] }, effect: "Deny" },
  ]);
  expect(parsePolicy(text)?.statements).toMatchObject([
    {
      sid: "A",
      effect: "Allow",
      actions: ["s3:GetObject"],
      resources: ["a", "b"],
      conditions: { "StringEquals aws:sourceaccount": ["1"] },
    },
    { sid: "B", effect: "Deny", principals: ["Service ec2.amazonaws.com"], resources: [] },
  ]);
});

test.each([
  ["statements in another order", [READ, DENY], [DENY, READ]],
  ["actions in another order", [READ], [{ ...READ, Action: ["s3:ListBucket", "s3:GetObject"] }]],
  ["a word or a list of one", [READ], [{ ...READ, Resource: ["*"] }]],
  ["actions in another case", [READ], [{ ...READ, Action: ["S3:getobject", "s3:ListBucket"] }]],
  ["another name of a statement", [READ], [{ ...READ, Sid: "Other" }]],
  ["no name", [READ], [{ ...READ, Sid: undefined }]],
  ["a statement twice", [READ], [READ, { ...READ, Sid: "Again" }]],
  ["everybody in either form", [DENY], [{ ...DENY, Principal: { AWS: "*" } }]],
  [
    "an account or its root",
    [{ ...READ, Principal: { AWS: "111122223333" } }],
    [{ ...READ, Principal: { AWS: ["arn:aws:iam::111122223333:root"] } }],
  ],
  [
    "a condition as word or list",
    [{ ...READ, Condition: { Bool: { "aws:SecureTransport": "false" } } }],
    [{ ...READ, Condition: { Bool: { "AWS:SecureTransport": [false] } } }],
  ],
])("%s is the same policy", (_, before, after) => {
  expect(samePolicy(policy(...before), policy(...after))).toBe(true);
});

test.each([
  ["an action more", { ...READ, Action: [...READ.Action, "s3:PutObject"] }],
  ["another effect", { ...READ, Effect: "Deny" }],
  ["another resource", { ...READ, Resource: "arn:aws:s3:::b" }],
  ["a principal", { ...READ, Principal: { AWS: "*" } }],
  ["all actions but these", { Effect: "Allow", NotAction: READ.Action, Resource: "*" }],
  ["all resources but this", { ...READ, Resource: undefined, NotResource: "*" }],
  ["all principals but this", { ...READ, NotPrincipal: { AWS: "*" } }],
  ["a condition", { ...READ, Condition: { Bool: { "aws:SecureTransport": "true" } } }],
])("%s is another policy", (_, after) => {
  expect(samePolicy(policy(READ), policy(after))).toBe(false);
  expect(meaning(policy(READ).statements[0]!)).not.toBe(meaning(policy(after).statements[0]!));
});

test("another version of the language is another policy", () => {
  const old = parsePolicy(JSON.stringify({ Statement: READ }));
  expect(old?.version).toBe("2008-10-17");
  expect(samePolicy(old!, policy(READ))).toBe(false);
});

test.each([["not JSON"], ['{"a": 1}'], ['["Statement"]'], ['{"Statement": "x"}'], [null], [7]])(
  "%j is no policy",
  (text) => expect(parsePolicy(text)).toBeNull(),
);
