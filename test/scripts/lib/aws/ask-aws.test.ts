import { AwsCallError, askAws } from "../../../../scripts/lib/aws/ask-aws";

const throttled = () =>
  Promise.reject(
    Object.assign(new Error("Rate exceeded"), { name: "ThrottlingException", $metadata: { httpStatusCode: 400 } }),
  );

test("an answer is handed on", async () => {
  expect(await askAws("ec2:DescribeVpcs", () => Promise.resolve(1))).toBe(1);
});

test("a failure of AWS is an error in words, with its kind", async () => {
  const failure = askAws("ec2:DescribeVpcs", throttled);
  await expect(failure).rejects.toBeInstanceOf(AwsCallError);
  await expect(failure).rejects.toMatchObject({
    kind: "throttled",
    message: "AWS throttled ec2:DescribeVpcs, in every try. Try again in some minutes.",
  });
});

test("a bug stays a bug", async () => {
  await expect(askAws("x:Y", () => Promise.reject(new TypeError("oops")))).rejects.toThrow(TypeError);
});
