import { nameResult, tagsOf } from "../../../scripts/preflight/taken-name";
import { sample } from "../../helpers/environment";

const { env } = sample();
const made = { name: "sample-node", adopted: false };

test("what nothing has is free", () =>
  expect(nameResult(env, made, null)).toEqual({ verdict: "ok", subject: "sample-node", text: "is free" }));

test("what the environment has already is no clash", () =>
  expect(nameResult(env, made, { "railyard:environment": "sample" })).toMatchObject({
    verdict: "ok",
    text: "is there, and of this environment",
  }));

test.each([
  [{}, "has no tag railyard:environment"],
  [{ "railyard:environment": "other" }, "it is of the environment other"],
])("fails for a holder with the tags %j", (tags, words) => {
  const { verdict, text, fix } = nameResult(env, made, tags);
  expect(verdict).toBe("failed");
  expect(text).toContain(words);
  expect(fix).toContain("terraform import");
});

test("what is adopted must be there, whatever its tags are", () => {
  const adopted = { name: "old", adopted: true };
  expect(nameResult(env, adopted, {})).toMatchObject({ verdict: "ok", text: "is there, and is adopted" });
  expect(nameResult(env, adopted, null)).toMatchObject({ verdict: "failed", text: expect.stringContaining("adopts") });
});

test("tags are taken as services list them", () => {
  expect(tagsOf([{ Key: "a", Value: "1" }, { Key: "b" }])).toEqual({ a: "1", b: "" });
  expect(tagsOf(undefined)).toEqual({});
});
