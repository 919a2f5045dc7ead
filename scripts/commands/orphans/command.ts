import { awsAccess, type AwsAccess } from "../../lib/aws/access";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { canAsk, confirm, type OpenTerminal } from "../../lib/terminal/confirm";
import { assertAccount } from "../../lib/aws/account";
import { loadWritten } from "../../lib/environments/environment-table";
import { openTerminal } from "../../lib/terminal/ask";
import { deletable, deleteOrphans } from "./delete-orphans";
import { findOrphans } from "../../orphans/find-orphans";
import { orphanLines } from "../../orphans/orphan-text";
import { something } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { interruptible, Interrupted } from "../../lib/process/interruptible";
import { UsageError } from "../../lib/errors/usage";

const HELP = `List what the account has of an environment that none of its stacks has: volumes, snapshots, network interfaces, load
balancers, log groups, and whatever else has its tags. Each with its age, why it stayed, and what it costs a month by list
price ("unknown" where no document read gives one). While the cluster is there, what its controllers made is in use; where
no state of the environment is found, all of it may be, and nothing is deleted.

  npx railyard orphans dev            list; nothing is changed
  npx railyard orphans dev --delete   ask, then delete what nothing uses
  npx railyard orphans dev --delete --yes --allow snap-0123456789abcdef0

  --delete       delete volumes and interfaces that nothing uses, load balancers of the cluster, log groups
  --allow <id>   delete this, too: a snapshot; in production also a volume or a log group (repeatable)
  --yes          delete without a question; needed where there is no terminal
  --json         print the result as JSON
  --help         this text

Needs credentials of the account that may read the states and describe; a kind that cannot be asked for is said.
Exit code: 0 nothing is left; 1 something is wrong; 2 something is left, or a kind is unknown; 130 interrupted.`;

/** What a test puts in place of the world. */
export interface OrphansWorld {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly open?: OpenTerminal;
  readonly aws?: AwsAccess;
}

/** `railyard orphans`. @returns the exit code */
export async function orphansCommand(
  args: readonly string[],
  context: CommandContext,
  { env = process.env, open = openTerminal, aws: given }: OrphansWorld = {},
): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError(`name one environment, not ${positionals.length}, as in: orphans dev`);
    const { allow = [], delete: remove = false, yes = false } = values;
    if (!remove && (allow.length > 0 || yes))
      throw new UsageError("--allow and --yes say what --delete may do: add it");
    if (remove && !yes && !canAsk(open))
      throw new UsageError("nobody can be asked here: --yes deletes without a question");
    const environment = loadWritten([name], context.clock())[0]!.resolved;
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
  } catch (error) {
    if (error instanceof Interrupted) {
      context.printError(`Interrupted (${error.by}). Run the same command again: it lists what is left.`);
      return error.exitCode;
    }
    return reportError(error, context, { help: "npx railyard orphans --help" });
  }
}

const parse = (args: readonly string[]) =>
  readArgs(args, {
    delete: { type: "boolean" },
    allow: { type: "string", check: something, multiple: true },
    yes: { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
