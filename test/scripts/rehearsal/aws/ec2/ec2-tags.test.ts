import { refuseTags } from "../../../../../scripts/rehearsal/aws/ec2/ec2-tags";

const codes = (tags: Record<string, string>) => refuseTags(tags).map(({ code }) => code);
const tagged = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, "value"]));

test("takes tags as they usually are, and none", () => {
  expect(codes({ Name: "gpu", "kubernetes.io/role/elb": "1", empty: "" })).toEqual([]);
  expect(refuseTags(null)).toEqual([]);
  expect(refuseTags(undefined)).toEqual([]);
});

test("takes 50 tags and refuses 51", () => {
  expect(codes(tagged(50))).toEqual([]);
  expect(codes(tagged(51))).toEqual(["TagLimitExceeded"]);
});

test.each(["aws:owner", ""])("refuses the key %j", (key) => {
  expect(codes({ [key]: "x" })).toEqual(["InvalidTagKey.Malformed"]);
});

test("takes a key that only has aws in it", () => {
  expect(codes({ "my-aws:owner": "x", AWS: "y" })).toEqual([]);
});

test("takes keys of 128 and values of 256 characters, however many bytes they have, and no longer ones", () => {
  expect(codes({ ["ä".repeat(128)]: "😀".repeat(256) })).toEqual([]);
  expect(codes({ ["k".repeat(129)]: "v" })).toEqual(["InvalidParameterValue"]);
  expect(codes({ k: "v".repeat(257) })).toEqual(["InvalidParameterValue"]);
});

test("says how long it was, and where that is written", () => {
  const [refusal] = refuseTags({ k: "v".repeat(300) });
  expect(refusal?.message).toBe('value of tag "k" has 300 characters; 256 are allowed');
  expect(refusal?.source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/AWSEC2\/.+#tag-restrictions$/);
});
