import { textHash } from "../../../constructs/core/text-hash";

test("a text is known again by its hash", () => {
  expect(textHash("a")).toBe(textHash("a"));
  expect(textHash("a")).not.toBe(textHash("b"));
});
