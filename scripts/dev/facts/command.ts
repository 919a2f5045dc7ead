import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import type { CommandContext } from "../../cli/command";
import { runCommand } from "../../cli/define-command";
import { abortable } from "../../lib/aws/abortable";
import { awsAccess } from "../../lib/aws/access";
import { routedFetch } from "../../lib/aws/routed-fetch";
import { unreachedFix } from "../../lib/aws/proxy";
import { RepositoryError, type Fetch } from "../../lib/charts/repositories";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { writeOutputs } from "../../lib/files/output";
import { interruptible } from "../../lib/process/interruptible";
import { FACTS_COMMAND } from "./definition";
import { PartialAnswerError, type Answer, type AskProps, type FactTable } from "./fact-table";
import { refresh, type Refreshed } from "./refresh";
import { tableLines } from "./report";
import { FACT_TABLES } from "./tables";

/** A table with what its source answered, and what that makes of its file. */
export interface AskedTable extends Refreshed {
  readonly table: FactTable;
  readonly answer: Answer;
}

/** `railyard facts`. @param fetch how repositories and the price list are asked @returns the exit code */
export async function factsCommand(args: readonly string[], context: CommandContext, fetch?: Fetch): Promise<number> {
  return runCommand(FACTS_COMMAND, args, context, async ({ values, positionals }) => {
    if (positionals.length > 0)
      throw new UsageError(`facts takes no argument, but was given ${positionals.join(" ")}: name tables with --only`);
    const { only = [], region = "us-east-1", check = false } = values;
    const tables = FACT_TABLES.filter(({ name }) => only.length === 0 || only.includes(name));
    const asked = await interruptible((signal) => {
      const ask: Fetch = fetch ?? routedFetch(process.env);
      return askAll(tables, context, {
        aws: abortable(awsAccess({ region, env: process.env }), signal),
        fetch: (url, init) => ask(url, { ...init, signal: AbortSignal.any([init.signal, signal]) }),
        today: context.clock().toISOString().slice(0, 10),
        signal,
      });
    });
    const changed = asked.filter(({ changes }) => changes.length > 0);
    const gone = asked.flatMap(({ answer }) => answer.gone);
    if (!check)
      writeOutputs(changed.map(({ table, text }) => ({ option: "facts", path: join(context.root, table.file), text })));
    context.print(
      values.json
        ? JSON.stringify(
            { written: check ? [] : changed.map(({ table }) => table.file), tables: asked.map(json) },
            null,
            2,
          )
        : asked.flatMap((one) => tableLines(one, check)).join("\n"),
    );
    return check && changed.length + gone.length > 0 ? 2 : 0;
  });
}

const json = ({ table, changes, answer }: AskedTable) => ({
  table: table.name,
  file: table.file,
  changes,
  gone: answer.gone,
  notes: answer.notes,
  keptByHand: table.keptByHand,
});

/** All tables, or none: files that fit each other are written together. @throws ExpectedError with every failure */
async function askAll(
  tables: readonly FactTable[],
  { root, printError }: CommandContext,
  { signal, ...props }: AskProps & { readonly signal: AbortSignal },
): Promise<AskedTable[]> {
  const done: AskedTable[] = [];
  const failed: string[] = [];
  for (const table of tables) {
    signal.throwIfAborted();
    printError(`${table.name}: ${table.source} …`);
    try {
      const text = readFileSync(join(root, table.file), "utf8");
      const answer = await table.ask(props, parse(text) as never);
      done.push({ table, answer, ...refresh(text, answer) });
    } catch (error) {
      signal.throwIfAborted();
      failed.push(`${table.name}: ${failureText(error)}`);
    }
  }
  if (failed.length === 0) return done;
  const others = tables.length - failed.length;
  const rest = others === 0 ? "" : ` The other ${others} can be had with --only.`;
  throw new ExpectedError(`${failed.join("\n")}\nNothing was written.${rest}`);
}

/** @throws what is a fault of ours */
function failureText(error: unknown): string {
  if (error instanceof PartialAnswerError) return `${error.message}: the answer is not whole`;
  if (error instanceof RepositoryError) return `${error.message}. ${unreachedFix(error.message)}`;
  if (error instanceof ExpectedError) return error.message;
  throw error;
}
