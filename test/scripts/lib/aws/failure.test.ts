import { NotRecordedError } from "../../../../scripts/lib/aws/answers";
import { awsFailure } from "../../../../scripts/lib/aws/failure";

function answer(name: string, message = "said", more: object = { $metadata: { httpStatusCode: 400 } }): Error {
  return Object.assign(new Error(message), { name, ...more });
}

test.each([
  ["CredentialsProviderError", "no-credentials"],
  ["UnrecognizedClientException", "no-credentials"],
  ["ExpiredToken", "expired"],
  ["ExpiredTokenException", "expired"],
  ["UnauthorizedOperation", "denied"],
  ["AccessDeniedException", "denied"],
  ["RequestLimitExceeded", "throttled"],
  ["TooManyRequestsException", "throttled"],
  ["InvalidVpcID.NotFound", "not-found"],
  ["NoSuchBucket", "not-found"],
  ["ValidationException", "refused"],
])("%s is %s", (name, kind) => {
  const failure = awsFailure(answer(name), "ec2:DescribeVpcs");
  expect(failure.kind).toBe(kind);
  expect(failure.text).not.toBe("");
  expect(failure.fix).not.toBe("");
});

test("a permission that is missing is said by its name", () => {
  const failure = awsFailure(answer("AccessDenied"), "fsx:DescribeFileSystems");
  expect(failure.fix).toBe("Give the caller the permission fsx:DescribeFileSystems.");
});

test("a session that has expired is found by its words, whatever its name is", () => {
  const words = "The SSO session associated with this profile has expired or is otherwise invalid.";
  expect(awsFailure(answer("CredentialsProviderError", words), "x").kind).toBe("expired");
});

test("no way to AWS is found by the code of the system", () => {
  const lost = Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
  expect(awsFailure(lost, "x").kind).toBe("unreachable");
  expect(awsFailure(answer("TimeoutError", "", {}), "x").kind).toBe("unreachable");
});

test("the page of a proxy is no answer of AWS, whatever its status is", () => {
  const page = (message: string) => answer("SyntaxError", message, { $metadata: { httpStatusCode: 404 } });
  const words = "Unexpected token '<'\n  Deserialization error: to see the raw response, inspect {error}.$response";
  expect(awsFailure(page(words), "eks:ListClusters")).toMatchObject({
    kind: "not-aws",
    text: "eks:ListClusters was answered by something that is not AWS (HTTP 404).",
  });
  expect(awsFailure(page("There is no such cluster"), "eks:ListClusters").kind).toBe("not-found");
});

test("what a recording lacks is told as such", () => {
  expect(awsFailure(new NotRecordedError("no answer to EC2"), "x")).toMatchObject({
    kind: "not-recorded",
    text: "no answer to EC2",
  });
});

test("a bug of ours is thrown on", () => {
  expect(() => awsFailure(new TypeError("undefined is not a function"), "x")).toThrow(TypeError);
});

test("long words of AWS are cut and put on one line", () => {
  expect(awsFailure(answer("ValidationException", `a\n${"b".repeat(900)}`), "x").text.length).toBeLessThan(400);
});
