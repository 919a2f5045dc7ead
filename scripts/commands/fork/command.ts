import { onAws } from "../../lib/environments/on-aws";
import { loadEnvironments } from "../../../config";
import { didYouMean } from "../../../config/kernel/nearest";
import type { AwsConfig } from "../../../config/sites/aws-eks/schema";
import type { CommandContext } from "../../cli/command";
import { runCommand, type ValuesOf } from "../../cli/define-command";
import { FORK_COMMAND } from "./definition";
import type { Answers } from "./answers";
import { openTerminal, type Terminal } from "../../lib/terminal/ask";
import { parseCapacity } from "./capacity-answer";
import { zoneList } from "./check-answer";
import { forkLines, forkJson } from "./fork-report";
import { assertFreeName, makeFork, suggestedBlock } from "./make-fork";
import { placeFiles } from "../../lib/environments/place-files";
import { complete } from "./questions";
import { openWorkplace } from "../../lib/environments/workplace";
import { UsageError } from "../../lib/errors/usage";

/** `railyard fork`. @param open the terminal to ask in @returns the exit code */
export async function forkCommand(
  args: readonly string[],
  context: CommandContext,
  open: () => Terminal | null = openTerminal,
): Promise<number> {
  return runCommand(FORK_COMMAND, args, context, async ({ values, positionals }) => {
    if (positionals.length > 2) throw new UsageError(`name two environments, not ${positionals.length}`);
    const terminal = values.yes || values.json ? null : open();
    try {
      return await forked(values, positionals, terminal, context);
    } finally {
      terminal?.close();
    }
  });
}

async function forked(
  values: ValuesOf<typeof FORK_COMMAND>,
  positionals: readonly string[],
  terminal: Terminal | null,
  context: CommandContext,
): Promise<number> {
  const [from, name] = await names(positionals, terminal);
  const place = openWorkplace(context.root);
  const now = context.clock();
  const original = onAws(loadEnvironments(place.table, [from], now, place.files)[0]!, "fork");
  assertFreeName(place, name);
  const given = answersOf(name, values, original.config);
  const freeBlock = suggestedBlock(place, original);
  const answers = await complete({ original: original.config, given, terminal, freeBlock });
  const fork = makeFork(place, original, answers, now);
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

function answersOf(name: string, values: ValuesOf<typeof FORK_COMMAND>, { nodeGroups }: AwsConfig): Answers {
  const groups = Object.keys(nodeGroups);
  return {
    name,
    account: values.account,
    region: values.region,
    zones: values.zones === undefined ? undefined : zoneList(values.zones),
    cidr: values.cidr,
    lustreZone: values["lustre-zone"],
    capacity: byGroup("--capacity", values.capacity, groups, parseCapacity),
    groupZones: byGroup("--zone", values.zone, groups, (zone) => zone),
    nodes: byGroup("--nodes", values.nodes, groups, numberOf),
  };
}

function byGroup<T>(
  flag: string,
  given: readonly string[] | undefined,
  groups: readonly string[],
  read: (text: string) => T,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const each of given ?? []) {
    const [, group = "", text = ""] = /^([^=]+)=(.+)$/.exec(each) ?? [];
    if (!group) throw new UsageError(`${flag} ${each}: write ${flag} <group>=<value>`);
    if (!groups.includes(group)) {
      const hint = didYouMean(group, groups) ?? `there are ${groups.join(", ") || "none"}`;
      throw new UsageError(`${flag} ${each}: there is no node group ${JSON.stringify(group)}; ${hint}`);
    }
    if (found.has(group)) throw new UsageError(`${flag} is given twice for ${group}`);
    try {
      found.set(group, read(text));
    } catch (error) {
      if (error instanceof UsageError) throw new UsageError(`${flag} ${each}: ${error.message}`);
      throw error;
    }
  }
  return found;
}

function numberOf(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(`${JSON.stringify(text)} is no number of nodes`);
}
