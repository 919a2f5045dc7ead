import type { AwsAccess } from "../../../../scripts/lib/aws/access";
import { assertAccount } from "../../../../scripts/lib/aws/account";
import { sample } from "../../../helpers/environment";

const failing = (name: string): AwsAccess => ({
  region: "us-east-1",
  client: () => ({ send: () => Promise.reject(Object.assign(new Error(name), { name })) }) as never,
});

const SESSION = "arn:aws:sts::123456789012:assumed-role/admin/me";
const answering = (arn: string): AwsAccess => ({
  region: "us-east-1",
  client: () => ({ send: () => Promise.resolve({ Arn: arn }) }) as never,
});

test("credentials of the environment's account may go on", async () => {
  const { env } = sample({ account: "123456789012" });
  expect(await assertAccount(answering(SESSION), env)).toMatchObject({ account: "123456789012", name: "admin" });
});

test("those of another account are refused", async () => {
  await expect(assertAccount(answering(SESSION), sample().env)).rejects.toThrow(
    `These credentials are of account 123456789012, but sample is in 111122223333 (${SESSION}).\nUse credentials`,
  );
});

test("an answer that is no caller's is told as it is", async () => {
  await expect(assertAccount(answering(""), sample().env)).rejects.toThrow("AWS says that the caller is");
});

test.each([
  ["CredentialsProviderError", "There are no usable AWS credentials"],
  ["ExpiredToken", "The AWS credentials have expired.\nLog in again"],
])("%s is told in words", async (name, text) => {
  await expect(assertAccount(failing(name), sample().env)).rejects.toThrow(text);
});

test("what has not happened yet is said with it", async () => {
  const asked = assertAccount(answering(SESSION), sample().env, { untouched: "Nothing was written." });
  await expect(asked).rejects.toThrow(`(${SESSION}). Nothing was written.\nUse credentials`);
});

test("a question that was stopped ends as it was stopped", async () => {
  const controller = new AbortController();
  controller.abort(new Error("stopped by a person"));
  const asked = assertAccount(failing("AbortError"), sample().env, { signal: controller.signal });
  await expect(asked).rejects.toThrow("stopped by a person");
});
