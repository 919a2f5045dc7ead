/** Groups of commands, in the order of an environment's life. */
export const GROUPS = [
  "Write config",
  "Check it, with no cloud account",
  "Check it against machine and account",
  "Run it",
  "Leave",
  "Work on Railyard",
] as const;

/** What the list of commands says of one. */
export interface ListedCommand {
  readonly group: (typeof GROUPS)[number];
  readonly summary: string;
}

/** What `railyard` alone prints. */
export function help(commands: Readonly<Record<string, ListedCommand>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const groups = GROUPS.map((group) => {
    const rows = Object.entries(commands).filter(([, command]) => command.group === group);
    return [group, ...rows.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)].join("\n");
  });
  return [
    "npx railyard <command> [arguments]",
    "One typed config file in, a GPU supercomputer on AWS out.",
    ...groups,
    `npx railyard <command> --help tells more, with examples and exit codes; npx railyard help <command> is the same.
Exit code: 0 it went well; 1 something is wrong, in words on stderr; 2 it went well, and the answer is no: a danger that
nobody has acknowledged, a check that failed; 130 and 143 interrupted. Nothing is printed in colour.`,
  ].join("\n\n");
}
