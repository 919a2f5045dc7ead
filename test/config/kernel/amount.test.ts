import { amount, amountProblem, MOST_PARAMS, MOST_TOKENS } from "../../../config/kernel/amount";

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

test.each([
  ["70B", null],
  ["100T", null],
  ["1e30", "must be at most 100T"],
  ["2e400", "must be at most 100T"],
  ["0", "must be at least 1"],
  ["70 B", "must be a number such as 70B, 1.5T or 405e9"],
])("%s among parameters: %s", (text, problem) => expect(amountProblem(text, MOST_PARAMS)).toBe(problem));

test("what is the most is an amount itself", () =>
  expect([MOST_PARAMS, MOST_TOKENS].map(amount)).toEqual([1e14, 1e17]));
