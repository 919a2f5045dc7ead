import { quantity } from "../../../../scripts/commands/size/quantity";

test.each([
  ["70B", 70e9],
  ["1.5T", 1.5e12],
  ["405e9", 405e9],
  ["350M", 350e6],
  ["12", 12],
])("%s is %d", (text, value) => expect(quantity(text, "--params")).toBe(value));

test.each(["", "B", "70 B", "-1B", "1e999", "0", "NaN", "70b", "7,000"])("%j is refused", (text) =>
  expect(() => quantity(text, "--params")).toThrow(/--params must be a number such as 70B/),
);
