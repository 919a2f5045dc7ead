import { RULES } from "../../../../config/rules";
import { rulesCommand } from "../../../../scripts/commands/rules/command";

function run(...args: string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = rulesCommand(args, {
    root: "/",
    clock: () => new Date(),
    print: (text) => lines.push(...text.split("\n")),
    printError: (text) => errors.push(text),
  });
  return { code, lines, errors: errors.join("\n") };
}

test("lists every rule", () => expect(run().lines).toHaveLength(RULES.length + 1));

test("lists a family", () => {
  const { code, lines } = run("lustre");
  expect(code).toBe(0);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.slice(1).every((line) => line.startsWith("lustre/"))).toBe(true);
});

test("tells all of one", () => expect(run("network/vpc-size").lines[3]).toMatch(/^ {2}why {7}\S/));

test("offers the rule that half an id means", () => {
  expect(run("vpc-size")).toMatchObject({
    code: 1,
    errors: 'There is no rule "vpc-size": did you mean network/vpc-size?',
  });
  expect(run("zzzzzzzzzzzzzzz").errors).toContain("railyard rules lists them");
});

test("gives programs the same as JSON", () => {
  const rules = JSON.parse(run("network", "--json").lines.join("\n")) as { id: string; why: string }[];
  expect(rules.map(({ id }) => id)).toContain("network/vpc-size");
  expect(rules.every(({ why }) => why !== "")).toBe(true);
  const one = JSON.parse(run("network/vpc-size", "--json").lines.join("\n")) as { id: string }[];
  expect(one.map(({ id }) => id)).toEqual(["network/vpc-size"]);
});

test.each([
  [["--jsn"], /--jsn/],
  [["lustre", "efa"], /name one rule/],
])("fails on %j in words", (args, message) => {
  const { code, lines, errors } = run(...args);
  expect({ code, lines }).toEqual({ code: 1, lines: [] });
  expect(errors).toMatch(message);
});

test("tells how it is used", () => expect(run("--help").lines.join()).toContain("railyard rules lustre"));
