import { COMMANDS } from "../../../../scripts/commands";
import { help } from "../../../../scripts/cli/help";
import { processContext } from "../../../../scripts/cli/process-context";
import { wrapText } from "../../../../scripts/lib/terminal/wrap";
import { wrapHelp } from "../../../../scripts/cli/wrap-help";
import { NOW } from "../../../helpers/environment";

const longest = (text: string) => Math.max(...text.split("\n").map((line) => line.length));

/** What may be longer: one word that nothing can break. */
const tooLong = (text: string, columns: number) =>
  text.split("\n").filter((line) => line.length > columns && line.replace(/ \\$/, "").trim().split(" ").length > 2);

async function helpOf(name: string): Promise<string> {
  const lines: string[] = [];
  const context = { root: "/r", clock: () => NOW, print: (text: string) => void lines.push(text), printError: fail };
  const run = await COMMANDS[name]!.load();
  expect(await run(["--help"], { ...context, root: `${__dirname}/../../../..` })).toBe(0);
  return lines.join("\n");
}

function fail(text: string): never {
  throw new Error(text);
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "" && word !== "\\");

// a library of schema cannot be loaded by Jest; its help is like the others
describe.each([...Object.keys(COMMANDS).filter((name) => name !== "schema"), ""])("help of railyard %s", (name) => {
  test.each([60, 80, 132])("fits %i columns, and loses no word", async (columns) => {
    const text = name === "" ? help(COMMANDS) : await helpOf(name);
    const wrapped = wrapHelp(text, columns);
    expect(tooLong(wrapped, columns)).toEqual([]);
    expect(words(wrapped)).toEqual(words(text));
  });
});

test("what is said of an option stays in its column, or goes below where there is no room for two", () => {
  const text =
    "  --out <folder>   a folder that is not there yet,\n                   or that is empty\n  --json           as JSON";
  expect(wrapHelp(text, 60)).toBe(
    "  --out <folder>   a folder that is not there yet, or that\n                   is empty\n  --json           as JSON",
  );
  expect(wrapHelp(text, 44)).toBe(
    "  --out <folder>\n      a folder that is not there yet, or\n      that is empty\n  --json  as JSON",
  );
});

test("a message is broken between words, under its own first word; commands, tables and long words stay whole", () => {
  const message = `dev: 1 problem\n      fix: ${"word ".repeat(20).trim()}`;
  expect(longest(wrapText(message, 60))).toBeLessThanOrEqual(60);
  expect(wrapText(message, 60).split("\n")[2]).toMatch(/^ {11}word/);
  for (const kept of [
    `  npx railyard deploy dev --allow ${"dev-storage.aws_fsx_lustre_file_system.lustre ".repeat(3)}`,
    `name  ${"value ".repeat(20)} 12  13`,
    "x".repeat(100),
    `  nodes: { min: 1, max: 2, ${"a: 1, ".repeat(20)}},`,
  ])
    expect(wrapText(kept, 60)).toBe(kept);
});

describe("a process", () => {
  const stream = (columns?: number) => {
    const written: string[] = [];
    return {
      written,
      write: (text: string) => written.push(text) > 0,
      isTTY: columns !== undefined,
      columns: columns ?? 0,
    };
  };
  const LONG = "word ".repeat(40).trim();
  const printed = (args: string[], columns?: number, env = {}) => {
    const [out, errors] = [stream(columns), stream(columns)];
    const context = processContext({ root: "/r", args, out, errors, env } as never);
    context.print(LONG);
    context.printError(LONG);
    return [longest(out.written.join("")), longest(errors.written.join(""))];
  };

  test("wraps to the width of its terminal, and help to 80 columns where it is piped", () => {
    expect(printed(["synth"], 50)).toEqual([49, 49]);
    expect(printed(["synth"])).toEqual([LONG.length, LONG.length]);
    expect(printed(["synth", "--help"])).toEqual([79, LONG.length]);
    expect(printed(["synth"], undefined, { COLUMNS: "60" })).toEqual([59, 59]);
  });

  test("never wraps what is read by programs or copied", () => {
    for (const args of [
      ["synth", "--json"],
      ["fork", "dev", "a", "--dry-run"],
      ["completion", "--words", "--help"],
    ])
      expect(printed(args, 50)).toEqual([LONG.length, 49]);
  });
});
