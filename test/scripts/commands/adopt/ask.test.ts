import { ask, askAll, askMaybe, notThere } from "../../../../scripts/commands/adopt/ask";
import { awsError } from "./canned";

const failing = (name: string) => () => Promise.reject(awsError(name, "words of AWS"));

test("an answer is given on", () => expect(ask("ec2:DescribeVpcs", () => Promise.resolve(5))).resolves.toBe(5));

test.each([
  ["ExpiredTokenException", "The AWS credentials have expired."],
  ["AccessDeniedException", "ec2:DescribeVpcs is not permitted for these credentials."],
  ["ThrottlingException", "AWS throttled ec2:DescribeVpcs, in every try."],
  ["CredentialsProviderError", "There are no usable AWS credentials"],
  ["InternalError", "ec2:DescribeVpcs failed: InternalError: words of AWS"],
])("fails in words for %s, and says that nothing was written", async (name, words) => {
  const failure = ask("ec2:DescribeVpcs", failing(name));
  await expect(failure).rejects.toThrow(words);
  await expect(failure).rejects.toThrow(/Nothing was written\.$/);
});

test("a mistake of ours is no answer of AWS", () =>
  expect(ask("x", () => Promise.reject(new TypeError("undefined is no function")))).rejects.toThrow(TypeError));

test("what is not there can be nothing; other failures stay failures", async () => {
  await expect(askMaybe("s3:GetBucketPolicy", failing("NoSuchBucketPolicy"))).resolves.toBeNull();
  await expect(askMaybe("s3:GetBucketPolicy", failing("AccessDenied"))).rejects.toThrow("not permitted");
});

test("every page is asked, and an empty token ends it", async () => {
  const asked: (string | undefined)[] = [];
  const pages = await askAll("x", "next", (next) => {
    asked.push(next);
    return Promise.resolve({ next: next === undefined ? "2" : "", items: asked.length });
  });
  expect(asked).toEqual([undefined, "2"]);
  expect(pages.map(({ items }) => items)).toEqual([1, 2]);
});

test("what there is instead is told, up to a number", () => {
  const many = Array.from({ length: 23 }, (_, index) => `vpc-${index}`);
  expect(notThere("VPC", "x", "us-east-1", many).message).toContain("vpc-19 and 3 more.");
  expect(notThere("VPC", "x", "us-east-1", []).message).toBe(
    "There is no VPC x in us-east-1; there are none.\nNothing was written.",
  );
});
