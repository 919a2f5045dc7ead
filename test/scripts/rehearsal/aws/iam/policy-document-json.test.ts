import {
  asElement,
  conditionElement,
  goJson,
  ordered,
  principalElement,
  rewritten,
} from "../../../../../scripts/rehearsal/aws/iam/policy-document-json";

const same = (text: string) => text;

test("puts elements in the order of the provider, and leaves out what is empty or unknown", () => {
  const statement = { Condition: {}, Resource: "*", Other: 1, Action: "a:b", Effect: "Allow", Sid: "" };
  expect(Object.keys(ordered(statement))).toEqual(["Effect", "Action", "Resource", "Condition"]);
});

test("writes one text alone, and several backwards", () => {
  expect(asElement([])).toBeUndefined();
  expect(asElement(["a"])).toBe("a");
  expect(asElement(["a", "c", "b", "a"])).toEqual(["c", "b", "a"]);
});

test("writes principals by kind", () => {
  const blocks = [
    { type: "Service", identifiers: ["ec2.amazonaws.com"] },
    { type: "AWS", identifiers: ["1", "2"] },
    { type: "AWS", identifiers: ["3"] },
  ];
  expect(JSON.stringify(principalElement(blocks, same))).toBe('{"AWS":["3","2","1"],"Service":"ec2.amazonaws.com"}');
  expect(principalElement([], same)).toBeUndefined();
});

test("writes everybody as a star, and everybody of AWS as such", () => {
  expect(principalElement([{ type: "*", identifiers: ["*"] }], same)).toBe("*");
  expect(principalElement([{ type: "AWS", identifiers: ["*"] }], same)).toEqual({ AWS: "*" });
});

test("writes conditions by operator and key, with values in their order", () => {
  const blocks = [
    { test: "StringLike", variable: "aws:b", values: ["2", "1"] },
    { test: "Bool", variable: "aws:a", values: ["true"] },
    { test: "StringLike", variable: "aws:a", values: ["x"] },
    { test: "StringLike", variable: "aws:b", values: ["3"] },
  ];
  expect(JSON.stringify(conditionElement(blocks, same))).toBe(
    '{"Bool":{"aws:a":"true"},"StringLike":{"aws:a":"x","aws:b":["2","1","3"]}}',
  );
  expect(conditionElement([], same)).toBeUndefined();
});

test("changes principals and conditions as it is told", () => {
  const louder = (text: string) => text.toUpperCase();
  expect(principalElement([{ type: "AWS", identifiers: ["a"] }], louder)).toEqual({ AWS: "A" });
  expect(conditionElement([{ test: "Bool", variable: "a:b", values: ["c"] }], louder)).toEqual({
    Bool: { "a:b": "C" },
  });
});

describe("a statement of another document", () => {
  test("keeps actions and resources as they are", () => {
    const statement = { Action: ["b:c", "a:b"], Resource: ["*"] };
    expect(rewritten(statement)).toEqual(statement);
  });

  test("has its principals sorted, and lists of one stay lists", () => {
    const Principal = { Service: "b", AWS: ["1", "2"], Federated: ["c"] };
    expect(JSON.stringify(rewritten({ Principal }))).toBe(
      '{"Principal":{"AWS":["2","1"],"Federated":["c"],"Service":"b"}}',
    );
    expect(rewritten({ Principal: "*" })).toEqual({ Principal: "*" });
    expect(rewritten({ NotPrincipal: { AWS: "1" } })).toEqual({ NotPrincipal: { AWS: "1" } });
  });

  test("has its conditions sorted, lists of one alone, and switches as text", () => {
    const Condition = { StringLike: { "aws:b": ["1"], "aws:a": ["2", "1"] }, Bool: { "aws:c": true } };
    expect(JSON.stringify(rewritten({ Condition }))).toBe(
      '{"Condition":{"Bool":{"aws:c":"true"},"StringLike":{"aws:a":["2","1"],"aws:b":"1"}}}',
    );
  });
});

test("writes JSON as Go does", () => {
  expect(goJson({ a: "<&>" }, 0)).toBe('{"a":"\\u003c\\u0026\\u003e"}');
  expect(goJson({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
});

test("writes the two line separators of JavaScript in JSON as Go does", () => {
  expect(goJson("\u2028\u2029", 0)).toBe('"\\u2028\\u2029"');
});

test("keeps all that a document of others says of everybody", () => {
  expect(rewritten({ Principal: { "*": "*" } })).toEqual({ Principal: { "*": "*" } });
  expect(rewritten({ Principal: {} })).toEqual({ Principal: {} });
  expect(rewritten({ Effect: "Deny", NotAction: "a:b" })).toEqual({ Effect: "Deny", NotAction: "a:b" });
});

test("writes a principal once, however often it is named", () => {
  const block = { type: "AWS", identifiers: ["1"] };
  expect(principalElement([block, block], same)).toEqual({ AWS: "1" });
});

test("writes nothing for a block without a kind, an operator or a key but their empty names", () => {
  expect(principalElement([{ identifiers: ["1"] }], same)).toEqual({ "": "1" });
  expect(conditionElement([{ values: ["1"] }], same)).toEqual({ "": { "": "1" } });
});
