import {
  allowsAction,
  allowsService,
  likeText,
  namesService,
  parsePolicy,
  textsOfElement,
} from "../../../../../scripts/rehearsal/aws/iam/policy-statements";

const trust = (...statements: object[]) => JSON.stringify({ Version: "2012-10-17", Statement: statements });
const PODS = { Service: "pods.eks.amazonaws.com" };

test("reads a policy with one statement as well as with a list of them", () => {
  const statement = { Effect: "Allow" };
  expect(parsePolicy(JSON.stringify({ Statement: statement }))?.statements).toEqual([statement]);
  expect(parsePolicy(trust(statement, statement))?.statements).toHaveLength(2);
});

test.each(["", "no JSON", "[]", "null", "{}", '{"Statement":[]}', '{"Statement":["a"]}', '{"Statement":[{},"a"]}'])(
  "says that %p is no policy",
  (text) => expect(parsePolicy(text)).toBeNull(),
);

test("reads one text or a list of them", () => {
  expect(textsOfElement("a")).toEqual(["a"]);
  expect(textsOfElement(["a", 1, "b"])).toEqual(["a", "b"]);
  expect(textsOfElement(undefined)).toEqual([]);
});

test("knows what a statement allows, whatever the case and the wildcards", () => {
  const allows = (statement: object, action: string) => allowsAction({ Effect: "Allow", ...statement }, action);
  expect(allows({ Action: "kms:*" }, "kms:PutKeyPolicy")).toBe(true);
  expect(allows({ Action: ["s3:Get*", "KMS:putkeypolicy"] }, "kms:PutKeyPolicy")).toBe(true);
  expect(allows({ Action: "kms:Put" }, "kms:PutKeyPolicy")).toBe(false);
  expect(allows({ Action: "kms:*", Effect: "Deny" }, "kms:PutKeyPolicy")).toBe(false);
  expect(allows({ NotAction: "s3:*" }, "kms:PutKeyPolicy")).toBe(true);
  expect(allows({ NotAction: "kms:*" }, "kms:PutKeyPolicy")).toBe(false);
  expect(allows({}, "kms:PutKeyPolicy")).toBe(false);
});

test("knows which service a statement is about", () => {
  expect(namesService({ Principal: { Service: ["a.amazonaws.com", "b.amazonaws.com"] } }, "b.amazonaws.com")).toBe(
    true,
  );
  expect(namesService({ Principal: "*" }, "b.amazonaws.com")).toBe(true);
  expect(namesService({ Principal: { AWS: "*" } }, "b.amazonaws.com")).toBe(false);
});

test("lets several statements together allow several actions", () => {
  const assume = { Effect: "Allow", Principal: PODS, Action: "sts:AssumeRole" };
  const tag = { Effect: "Allow", Principal: PODS, Action: "sts:TagSession" };
  const actions = ["sts:AssumeRole", "sts:TagSession"];
  expect(allowsService(trust(assume, tag), PODS.Service, actions)).toBe(true);
  expect(allowsService(trust(assume), PODS.Service, actions)).toBe(false);
  expect(allowsService(trust(assume, tag), "eks.amazonaws.com", actions)).toBe(false);
  expect(allowsService("no JSON", PODS.Service, actions)).toBe(false);
});

test("matches wildcards, and nothing else of regular expressions", () => {
  expect(likeText("a*c", "abbc")).toBe(true);
  expect(likeText("a?c", "abc")).toBe(true);
  expect(likeText("a?c", "ac")).toBe(false);
  expect(likeText("a.c", "abc")).toBe(false);
  expect(likeText("a", "ab")).toBe(false);
});
