import type { CommandContext } from "../../cli/command";
import { readArgs } from "../../cli/read-args";
import { reportError } from "../../cli/command-errors";
import { loadWritten } from "../../lib/environments/environment-table";
import { diffEnvironments, type EnvironmentDiff } from "../../review/diff";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Compare two environments: what is written, resources, capacity and speed, money.

  npx railyard diff dev research

  --json   print the comparison as JSON
  --help   this text

Exit code: 0 compared; 1 something is wrong.`;

/** `railyard diff`. @returns the exit code */
export function diffCommand(args: readonly string[], context: CommandContext): number {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [one, other, ...more] = positionals;
    if (one === undefined || other === undefined || more.length > 0)
      throw new UsageError(`name two environments, not ${positionals.length}`);
    const now = context.clock();
    // each by itself: an environment may be compared with itself, and the table tells one name once
    const [first] = loadWritten([one], now);
    const [second] = loadWritten([other], now);
    const diff = diffEnvironments(first!, second!, now);
    context.print(values.json ? JSON.stringify(diff, null, 2) : diffText(diff));
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard diff --help" });
  }
}

function diffText({ first, second, keys, resources, tables }: EnvironmentDiff): string {
  const head = (label: string) => [label, first, second];
  const text = (value: string | null) => value ?? "–";
  const sections = [
    {
      title: "Resources",
      rows: resources.map((row) => [`${row.stack}  ${row.type}`, String(row.first), String(row.second)]),
    },
    ...tables.map(({ title, rows }) => ({
      title,
      rows: rows.filter(({ changed }) => changed).map(({ label, before, after }) => [label, text(before), text(after)]),
    })),
  ];
  // values of keys can be long: each has a line of its own
  const keyLines = keys.flatMap(({ path, before, after }) => [path, `  - ${text(before)}`, `  + ${text(after)}`]);
  const tabled = sections.flatMap(({ title, rows }) => [
    "",
    ...(rows.length ? table(head(title), rows, [1, 2]) : [`${title}: the same`]),
  ]);
  return [`Keys: - ${first}, + ${second}`, ...(keyLines.length ? keyLines : ["the same"]), ...tabled].join("\n");
}

const parse = (args: readonly string[]) =>
  readArgs(args, { json: { type: "boolean" }, help: { type: "boolean", short: "h" } });
