import { PassThrough } from "node:stream";
import { openTerminal } from "../../../../scripts/lib/terminal/ask";

const terminal = () => Object.assign(new PassThrough(), { isTTY: true });

/** What stands on the error output of a person who types lines. */
async function asking(lines: string, use: (opened: NonNullable<ReturnType<typeof openTerminal>>) => Promise<void>) {
  const [stdin, stderr] = [terminal(), terminal()];
  const before = { stdin: process.stdin, stderr: process.stderr };
  const put = (streams: object) =>
    Object.entries(streams).forEach(([name, value]) => Object.defineProperty(process, name, { value }));
  put({ stdin, stderr });
  try {
    const opened = openTerminal();
    stdin.write(lines);
    await use(opened!);
    opened!.close();
  } finally {
    put(before);
  }
  return String(stderr.read() ?? "");
}

test("questions and what is told show what would hide or move something", async () => {
  const seen = await asking("ours\n", async ({ ask, tell }) => {
    tell("of \u001b]0;title\u0007 config");
    expect(await ask("Name of \u001b[8mhidden\u202e", "sug\u001bgested")).toBe("ours");
  });
  expect(seen).toContain("of \\u{1b}]0;title\\u{7} config\n");
  expect(seen).toContain("Name of \\u{1b}[8mhidden\\u{202e} [sug\\u{1b}gested]: ");
  for (const hidden of ["\u001b]0", "\u001b[8m", "\u202e"]) expect(seen).not.toContain(hidden);
});
