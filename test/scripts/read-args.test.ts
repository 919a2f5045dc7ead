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
