import fc from "fast-check";
import { processContext } from "../../../../scripts/cli/process-context";
import { oneLine, visible } from "../../../../scripts/lib/terminal/visible";

/** What a command that runs as a program writes of a text. */
function written(
  text: string,
  { args = ["review"], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
) {
  const all: string[] = [];
  const stream = { write: (part: string) => all.push(part), isTTY: false, columns: 0 };
  const context = processContext({ root: "/r", args, out: stream, errors: stream, env } as never);
  context.print(text);
  context.printError(text);
  return all;
}

const HOSTILE = [
  "\u001b[2J\u001b[1;1H",
  "\u001b]0;title\u0007",
  "\u009b31m",
  "a\rb",
  "a\bb",
  "\u202eback",
  "a\u200bb",
  "\u2028",
  "\u0000",
  "\ud800",
];

test.each(HOSTILE.map((text) => [JSON.stringify(text), text]))("%s is told and does nothing", (_, text) => {
  for (const args of [["review"], ["review", "--json"]])
    for (const line of written(`before ${text} after`, { args })) {
      // eslint-disable-next-line no-control-regex
      expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b\u202e\u2028\ud800]/);
      expect(line).toMatch(/before .*\\u.* after\n$/);
    }
});

test("lines, tabs and other letters stay", () => {
  for (const text of ["a\nb\tc", "München → 東京 ✓ …", "::notice::x"])
    expect(written(text)).toEqual([`${text}\n`, `${text}\n`]);
});

test("JSON is the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      const json = JSON.stringify({ value, text }, null, 2);
      const [out = ""] = written(json, { args: ["review", "--json"], env: { GITHUB_ACTIONS: "true" } });
      const wanted = JSON.parse(json.replaceAll("##[", "# #[")) as unknown;
      expect(JSON.parse(out)).toEqual(wanted);
    }),
  );
});

test("a runner of GitHub gets no command from any text", () => {
  const texts = [
    "::add-mask::x",
    "a\n  ::set-output name=any::true",
    "\t::stop-commands::x",
    "x ##[error]y",
    ":::error::x",
  ];
  for (const text of texts)
    for (const line of written(text, { env: { GITHUB_ACTIONS: "true" } })) {
      for (const one of line.split("\n")) expect(one.trimStart()).not.toMatch(/^::/);
      expect(line).not.toContain("##[");
    }
});

test("a value is one line of a log, so that it cannot look like a verdict", () => {
  expect(oneLine("x\nmine: safe\r\n0")).toBe("x ↵ mine: safe ↵ 0");
  expect(visible("a\u001bb")).toBe("a\\u{1b}b");
});
