import { COMMANDS } from "../../../scripts/commands";
import { GROUPS, help } from "../../../scripts/cli/help";

test("every command stands in one group, and the help tells of each with its summary", () => {
  const grouped = Object.values(GROUPS).flat();
  expect(grouped.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  for (const name of Object.keys(COMMANDS)) expect(help()).toContain(`\n  ${name} `);
  for (const { summary } of Object.values(COMMANDS)) expect(help()).toContain(summary);
});

test("the help says what exit codes mean", () => expect(help()).toMatch(/Exit code: 0 .*; 1 .*; 2 /));
