import { stateFailure } from "../../../../scripts/lib/terraform/state-failure";
import { clusterSample } from "../../../helpers/cluster";
import { sample } from "../../../helpers/environment";

const endpoint = "https://minio.example.com:9000";
const { env } = clusterSample({ state: { kind: "s3-compatible", endpoint, bucket: "railyard-state" } });
const thrown = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name, ...more });
const answered = { $metadata: { httpStatusCode: 403 } };

// as MinIO (2026-02-12) and Node threw them
test.each([
  [
    "a key that it does not know",
    thrown("SignatureDoesNotMatch", "no match", answered),
    /does not take this key: no match/,
    /AWS_ACCESS_KEY_ID/,
  ],
  [
    "a key without the right",
    thrown("AccessDenied", "Access Denied.", answered),
    /does not take this key/,
    /AWS_PROFILE/,
  ],
  [
    "a certificate of its own authority",
    thrown("Error", "unable to verify", { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }),
    /of no authority that this machine knows/,
    /AWS_CA_BUNDLE/,
  ],
  [
    "a port where nobody listens",
    thrown("Error", "refused", { code: "ECONNREFUSED" }),
    /does not answer: ECONNREFUSED/,
    /state\.endpoint/,
  ],
  [
    "HTTP where it speaks HTTPS",
    thrown("UnknownError", "UnknownError", { $metadata: { httpStatusCode: 400 } }),
    /none of S3/,
    /http and https have ports of their own/,
  ],
])("%s: says it of the store, and nothing of AWS's accounts", (_, error, text, fix) => {
  const failure = stateFailure(error, "s3:GetObject", env);
  expect(failure.text).toMatch(text);
  expect(failure.text).toContain(endpoint);
  expect(failure.fix).toMatch(fix);
  expect(failure.fix).not.toMatch(/sso|permission s3/);
});

test("a state that is not there is no failure of the store", () => {
  expect(stateFailure(thrown("NoSuchKey", "no key"), "s3:GetObject", env).kind).toBe("not-found");
});

test("of S3 it says what it says of any call to AWS", () => {
  const { fix } = stateFailure(thrown("SignatureDoesNotMatch", "no match", answered), "s3:GetObject", sample().env);
  expect(fix).toContain("aws sso login");
});

test("an error of the program is none of the store's", () => {
  expect(() => stateFailure(new TypeError("x is undefined"), "s3:GetObject", env)).toThrow("x is undefined");
});
