import { loadEnvironments } from "../../../config";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ArgsOf } from "../../cli/define-command";
import { FORK_COMMAND } from "./definition";
import { openTerminal, type Terminal } from "../../lib/terminal/ask";
import { forkLines, forkJson } from "./fork-report";
import { assertFreeName, assertLegalName, makeFork } from "./make-fork";
import { placeFiles } from "../../lib/environments/place-files";
import { openWorkplace } from "../../lib/environments/workplace";
import { together, UsageError } from "../../lib/errors/usage";
import type { ForkValues } from "./site";
import { forkSiteOf } from "./sites";

/** `railyard fork`. @param open the terminal to ask in @returns the exit code */
export async function forkCommand(
  args: readonly string[],
  context: CommandContext,
  open: () => Terminal | null = openTerminal,
): Promise<number> {
  return runCommand(
    FORK_COMMAND,
    args,
    context,
    async ({ values, positionals }) => {
      assertTwo(positionals);
      const terminal = values.yes || values.json ? null : open();
      try {
        return await forked(values, positionals, terminal, context);
      } finally {
        terminal?.close();
      }
    },
    undefined,
    (given) => wrongWords(given, context),
  );
}

/** @throws UsageError with all that is wrong, where the value of an option is wrong already and nobody is asked */
function wrongWords({ values, positionals }: ArgsOf<typeof FORK_COMMAND>, context: CommandContext): void {
  const [from, name = "trial"] = positionals;
  together({
    two: () => assertTwo(positionals),
    name: () => assertLegalName(name),
    free: () => assertFreeName(openWorkplace(context.root), name),
    values: () => {
      if (from === undefined) return;
      const place = openWorkplace(context.root);
      const original = loadEnvironments(place.table, [from], context.clock(), place.beside)[0]!;
      forkSiteOf(original, values, (site) => site.check(original, name, values));
    },
  });
}

function assertTwo(positionals: readonly string[]): void {
  if (positionals.length > 2) throw new UsageError(`name two environments, not ${positionals.length}`);
}

async function forked(
  values: ForkValues,
  positionals: readonly string[],
  terminal: Terminal | null,
  context: CommandContext,
): Promise<number> {
  const [from, name] = await names(positionals, terminal);
  const place = openWorkplace(context.root);
  const now = context.clock();
  const { site: found } = together({
    name: () => assertLegalName(name),
    free: () => assertFreeName(place, name),
    site: () => {
      const original = loadEnvironments(place.table, [from], now, place.beside)[0]!;
      return { original, site: forkSiteOf(original, values, (site) => site.check(original, name, values)) };
    },
  });
  const { original, site } = found;
  const planned = await site.plan({ place, original, name, values, terminal });
  const fork = makeFork(place, { from: original.resolved.name, name, planned, now });
  const written = !values["dry-run"];
  if (written) placeFiles(place.folder, fork.changes);
  context.print(values.json ? forkJson(from, fork, written) : forkLines(from, fork, written).join("\n"));
  return 0;
}

async function names([from, to]: readonly string[], terminal: Terminal | null): Promise<[string, string]> {
  if (!terminal && (from === undefined || to === undefined))
    throw new UsageError("name the environment to follow and the new one, as in: fork research trial");
  return [
    from ?? (await terminal!.ask("Environment to follow")),
    to ?? (await terminal!.ask("Name of the new environment")),
  ];
}
