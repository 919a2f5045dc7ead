import { COMMANDS } from "../../../scripts/commands";
import { GROUPS, help } from "../../../scripts/cli/help";

test("every command stands in one group, and the help tells of each with its summary", () => {
  const text = help(COMMANDS);
  for (const [name, { summary }] of Object.entries(COMMANDS))
    expect(
      text.split("\n").filter((line) => line.startsWith(`  ${name} `) && line.endsWith(`  ${summary}`)),
    ).toHaveLength(1);
  for (const group of GROUPS) expect(text).toContain(`\n\n${group}\n  `);
});

test("the help says what exit codes mean", () => expect(help(COMMANDS)).toMatch(/Exit code: 0 .*; 1 .*; 2 /));
