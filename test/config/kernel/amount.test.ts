import { amount } from "../../../config/kernel/amount";

test.each([
  ["70B", 70e9],
  ["1.5T", 1.5e12],
  ["405e9", 405e9],
  ["350M", 350e6],
  ["12K", 12_000],
  ["12", 12],
])("%s is %d", (text, value) => expect(amount(text)).toBe(value));

test.each(["", "B", "70 B", "-1B", "1e999", "0", "NaN", "70b", "7,000", "1Ki", "__proto__"])("%j is none", (text) =>
  expect(amount(text)).toBeNull(),
);
