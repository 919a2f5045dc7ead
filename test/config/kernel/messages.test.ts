import { z } from "zod";
import { shapeIssues } from "../../../config/kernel/messages";
import { nvmeOfSchema } from "../../../config/storage/nvme-of/schema";

const messagesOf = (device: unknown) => {
  const written = { kind: "nvme-of", address: "10.0.8.30", nqn: "nqn.2027-01.com.example:data", fileSystem: "xfs" };
  const { error } = nvmeOfSchema.safeParse({ ...written, device }, { reportInput: true });
  return shapeIssues(error!, nvmeOfSchema).map(({ path, message, hint }) => `${path.join(".")}: ${message} | ${hint}`);
};

test("a value of several forms that is missing, or has none of them, is told with an example", () => {
  const [missing, ...more] = messagesOf(undefined);
  expect(missing).toMatch(/^device: is missing; it must have one of its forms \| Namespace of .* Example: \{"uuid":/);
  expect(more).toEqual([]);
  expect(messagesOf(7)).toEqual([
    expect.stringMatching(/^device: must have one of its forms, but is 7 \| .* Example: \{"uuid":/),
  ]);
});

test("of a form that is meant, what is wrong in it is told", () => {
  expect(messagesOf({ uuid: "x" })[0]).toMatch(/^device\.uuid: must be a UUID/);
});

test("what may be a secret is not shown, and the problem says so for those who show the line", () => {
  const schema = z.strictObject({
    tokens: z.string().regex(/^\d+$/, "must be digits"),
    secretName: z.literal("a").or(z.string().max(3)),
  });
  const found = (written: object) =>
    shapeIssues(schema.safeParse(written, { reportInput: true }).error!, schema).map(({ message, secret }) => [
      message,
      secret,
    ]);
  expect(found({ tokens: "AKIAIOSFODNN7EXAMPLE/wJalrXUtnFEMI", secretName: "Hunter2!" })).toEqual([
    [expect.stringMatching(/^must be digits; what is there is not shown/), true],
    [expect.stringMatching(/; what is there is not shown/), true],
  ]);
  // how many tokens there are is no secret
  expect(found({ tokens: "2e400", secretName: "a" })).toEqual([['must be digits, but is "2e400"', undefined]]);
});

test("of two bounds of a value the tighter one is told", () => {
  const schema = z.strictObject({
    uid: z.int().min(1000).max(2147483647).meta({ description: "User id." }),
  });
  const found = shapeIssues(schema.safeParse({ uid: 1e99 }, { reportInput: true }).error!, schema).map(
    ({ path, message, hint }) => [path.join("."), message, hint],
  );
  expect(found).toEqual([["uid", "must be at most 2147483647, but is 1e+99", "User id."]]);
});
