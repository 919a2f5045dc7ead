import { readArgs } from "../../scripts/read-args";
import { UsageError } from "../../scripts/usage";

const OPTIONS = { out: { type: "string" } } as const;

test("reads options and names", () => {
  const { values, positionals } = readArgs(["dev", "--out", "x"], OPTIONS);
  expect(values.out).toBe("x");
  expect(positionals).toEqual(["dev"]);
});

test.each([[["--in", "x"]], [["--out"]]])("fails on %j as a mistake of use", (args) => {
  expect(() => readArgs(args, OPTIONS)).toThrow(UsageError);
});

test.each([
  [["--uot=x"], "there is no option --uot; did you mean --out?"],
  [["dev", "--uot", "x"], "there is no option --uot; did you mean --out?"],
  [["--zzzzzzzz"], "there is no option --zzzzzzzz"],
])("offers the option that is nearest to that of %j", (args, text) => {
  expect(() => readArgs(args, OPTIONS)).toThrow(new UsageError(text));
});

test("says what Node says of an option without its value", () => {
  expect(() => readArgs(["--out"], OPTIONS)).toThrow(/--out.* argument missing/);
});
