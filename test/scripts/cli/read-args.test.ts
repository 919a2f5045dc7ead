import { something } from "../../../scripts/cli/option-checks";
import { readArgs } from "../../../scripts/cli/read-args";
import { UsageError } from "../../../scripts/lib/errors/usage";

const OPTIONS = {
  out: { type: "string", check: something },
  only: { type: "string", check: something, multiple: true, alias: "just" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const;

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

test.each([
  [["--out"], "--out needs a value"],
  [["--out", ""], "--out needs a value, but is empty"],
  [["--only", "a", "--only", " "], "--only needs a value, but is empty"],
  [["--out", "", "--only", ""], "--out needs a value, but is empty\n--only needs a value, but is empty"],
  [["--out", "--json"], "--out needs a value; one that begins with - is written --out=-…"],
  [["--out", "a", "--out=b"], "--out is given twice: give it once"],
  [["--json=yes"], "--json takes no value"],
])("refuses %j in words, before any work", (args, text) => {
  expect(() => readArgs(args, OPTIONS)).toThrow(new UsageError(text));
});

test("takes several values where a command does, and an older name of an option", () => {
  expect(readArgs(["--only", "a", "--just=b", "--just", "c"], OPTIONS).values.only).toEqual(["a", "b", "c"]);
});

test("who asks for help is not told of values that cannot be", () => {
  expect(readArgs(["--help", "--out", ""], OPTIONS).values.help).toBe(true);
});
