import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { DIFF_COMMAND } from "./definition";
import { loadFor } from "../../lib/environments/load-for";
import { diffEnvironments, type EnvironmentDiff } from "../../review/diff";
import { table } from "../../lib/terminal/table";
import { UsageError } from "../../lib/errors/usage";

/** `railyard diff`. @returns the exit code */
export function diffCommand(args: readonly string[], context: CommandContext): number {
  return runCommand(DIFF_COMMAND, args, context, ({ values, positionals }) => {
    const [one, other, ...more] = positionals;
    if (one === undefined || other === undefined || more.length > 0)
      throw new UsageError(`name two environments, not ${positionals.length}`);
    const now = context.clock();
    // each by itself: an environment may be compared with itself, and the table tells one name once
    const [first] = loadFor("diff", [one], context);
    const [second] = loadFor("diff", [other], context);
    const diff = diffEnvironments(first!, second!, now);
    context.print(values.json ? JSON.stringify(diff, null, 2) : diffText(diff));
    return 0;
  });
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
