import { loadEnvironments } from "../../../config";
import { ConfigError } from "../../../config/kernel/issues";
import { readRow, unknownEnvironment } from "../../../config/kernel/read-row";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { UPSTREAM_COMMAND } from "./definition";
import { commitText, followingSince } from "./following-since";
import { originalAt } from "./original-at";
import { upstreamChanges } from "./upstream-changes";
import { upstreamLines } from "./upstream-report";
import { followedBy, openWorkplace, type Following, type Workplace } from "../../lib/environments/workplace";
import { interruptible } from "../../lib/process/interruptible";
import { problemReport } from "../../lib/environments/report-problems";
import { UsageError } from "../../lib/errors/usage";
import { environmentPath } from "../../lib/environments/environment-path";

/** `railyard upstream`. @returns the exit code */
export async function upstreamCommand(args: readonly string[], context: CommandContext): Promise<number> {
  return runCommand(UPSTREAM_COMMAND, args, context, async ({ values, positionals }) => {
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new UsageError(`name one environment, not ${positionals.length}`);
    const place = openWorkplace(context.root);
    const following = assertFollowing(place, name);
    const since = values.since ?? followingSince(place.root, environmentPath(name));
    const before = await interruptible((signal) =>
      originalAt(following.originalName, { root: place.root, ref: since, signal }),
    );
    const { changes, further } = upstreamChanges(following, before.input);
    const problems = problemsOf(place, name, context.clock());
    const report = { environment: name, follows: following.chain, since: before.commit, changes, further };
    if (values.json)
      context.print(JSON.stringify({ ...report, problems: problems?.environments[0]?.issues ?? [] }, null, 2));
    else {
      for (const line of upstreamLines(report, commitText(place.root, before.commit))) context.print(line);
      if (problems) context.print(`\nAs it is now, it cannot be built:\n${problemReport(problems, context.root)}`);
    }
    return problems ? 2 : 0;
  });
}

/** Only its row must be well: an environment that breaks rules by what its original changed is what this is for. */
function assertFollowing(place: Workplace, name: string): Following {
  const { table, files } = place;
  const row = Object.hasOwn(table, name)
    ? readRow(table[name], name, files)
    : { issue: unknownEnvironment(name, Object.keys(table), files) };
  if ("issue" in row) throw new ConfigError([{ environment: name, issues: [row.issue] }]);
  return followedBy(place, name);
}

function problemsOf({ table, beside }: Workplace, name: string, now: Date): ConfigError | null {
  try {
    loadEnvironments(table, [name], now, beside);
    return null;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}
