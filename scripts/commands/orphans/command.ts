import { onAws } from "../../lib/environments/on-aws";
import { awsAccess, type AwsAccess } from "../../lib/aws/access";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf } from "../../cli/define-command";
import { ORPHANS_COMMAND } from "./definition";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { assertAccount } from "../../lib/aws/account";
import { loadFor } from "../../lib/environments/load-for";
import { openTerminal } from "../../lib/terminal/ask";
import { deletable, deleteOrphans } from "./delete-orphans";
import { findOrphans } from "../../orphans/find-orphans";
import { orphanLines } from "../../orphans/orphan-text";
import { interruptible } from "../../lib/process/interruptible";
import { refuse, together } from "../../lib/errors/usage";

/** What a test puts in place of the world. */
export interface OrphansWorld {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly open?: OpenTerminal;
  readonly aws?: AwsAccess;
}

/** The environment that the words name. @throws UsageError with all that is wrong with them */
function askedOf({ values, positionals }: ArgsOf<typeof ORPHANS_COMMAND>, context: CommandContext, open: OpenTerminal) {
  const [name, ...more] = positionals;
  const { allow = [], delete: remove = false, yes = false } = values;
  return together({
    words: () =>
      refuse(
        (name === undefined || more.length > 0) &&
          `name one environment, not ${positionals.length}, as in: orphans dev`,
        !remove && (allow.length > 0 || yes) && "--allow and --yes say what --delete may do: add it",
      ),
    environment: () => {
      if (name === undefined) return null;
      const loaded = loadFor(remove ? "orphans --delete" : "orphans", [name], context)[0]!;
      return together({
        asks: () =>
          refuse(remove && !yes && !canAsk(open) && "nobody can be asked here: --yes deletes without a question"),
        found: () => onAws(loaded, "orphans"),
      }).found;
    },
  }).environment!.resolved;
}

/** `railyard orphans`. @returns the exit code */
export async function orphansCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, open = openTerminal, aws: given }: OrphansWorld = {},
): Promise<number> {
  return runCommand(
    ORPHANS_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      const { allow = [], delete: remove = false, yes = false } = values;
      const environment = askedOf({ values, positionals }, context, open);
      const { name } = environment;
      const aws = given ?? awsAccess({ region: environment.region, env });
      await assertAccount(aws, environment);
      const props = { environment, aws, root: context.root, now: context.clock() };
      let found = await findOrphans(props);
      const going = remove ? deletable(found.orphans, allow) : [];
      const [print, tell] = [values.json ? () => {} : context.print, context.printError];
      if (going.length > 0) {
        orphanLines(found, name).forEach(print);
        for (const { kind, id } of going) tell(`  - ${kind} ${id}`);
        if (!yes && !(await confirm(open, `Delete these ${going.length} for ever? yes or no`, "yes"))) {
          tell("Nothing was deleted.");
          if (values.json) context.print(JSON.stringify({ environment: name, ...found }, null, 2));
          return 2;
        }
        const done = await interruptible((signal) => deleteOrphans(aws, going, signal));
        for (const { id, problem } of done) tell(problem === null ? `deleted ${id}` : `${id} stays: ${problem}`);
        const gone = new Set(done.filter(({ problem }) => problem === null).map(({ id }) => id));
        found = { ...found, orphans: found.orphans.filter(({ id }) => !gone.has(id)) };
      }
      context.print(
        values.json ? JSON.stringify({ environment: name, ...found }, null, 2) : orphanLines(found, name).join("\n"),
      );
      return found.orphans.length + found.unknown.length > 0 ? 2 : 0;
    },
    undefined,
    (given) => askedOf(given, context, open),
  );
}
