import { conditionProblems } from "../../../../../scripts/rehearsal/aws/iam/policy-conditions";

test.each([
  undefined,
  { StringEquals: { "aws:SourceAccount": "123456789012" } },
  { Bool: { "aws:SecureTransport": false } },
  { "ForAllValues:StringLike": { "aws:TagKeys": ["a", "b*"] } },
  { "ForAnyValue:ArnLikeIfExists": { "aws:SourceArn": "arn:aws:*" } },
  { NumericLessThanEquals: { "s3:max-keys": 10 }, Null: { "aws:TokenIssueTime": "true" } },
])("takes %j", (conditions) => {
  expect(conditionProblems(conditions)).toEqual([]);
});

test.each<[unknown, RegExp]>([
  ["text", /no object/],
  [{ StringEqual: { "aws:SourceArn": "a" } }, /no operator "StringEqual"/],
  [{ "ForEachValue:StringLike": { "aws:TagKeys": "a" } }, /no operator/],
  [{ NullIfExists: { "aws:TokenIssueTime": "true" } }, /no operator "NullIfExists"/],
  [{ StringEquals: "a" }, /StringEquals is no object/],
  [{ StringEquals: { SourceArn: "a" } }, /key "SourceArn" has no prefix/],
  [{ StringEquals: { "aws:SourceArn": [] } }, /no texts/],
  [{ StringEquals: { "aws:SourceArn": { a: "b" } } }, /no texts/],
  [{ StringEquals: { "aws:SourceArn": ["a", null] } }, /no texts/],
])("refuses %j", (conditions, problem) => {
  expect(conditionProblems(conditions)).toEqual([expect.stringMatching(problem)]);
});

test("tells all that is wrong", () => {
  const conditions = { Like: { key: [] }, StringEquals: { "aws:SourceArn": "a", other: "b" } };
  expect(conditionProblems(conditions)).toEqual([
    'Condition has no operator "Like"',
    'condition key "key" has no prefix of a service, as in "aws:SourceArn"',
    "Like has no texts, numbers or switches for key, or something else",
    'condition key "other" has no prefix of a service, as in "aws:SourceArn"',
  ]);
});

test.each(["ForAnyValue:", "stringequals", "StringEqualsIfExist", "IfExists"])("knows no operator %p", (operator) => {
  expect(conditionProblems({ [operator]: { "aws:a": "b" } })).toHaveLength(1);
});
