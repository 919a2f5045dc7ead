import { loadEnvironments } from "../../../config";
import { didYouMean } from "../../../config/nearest";
import type { Environment } from "../../../config/schema/environment";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import type { Answers } from "./answers";
import { openTerminal, Stopped, type Terminal } from "../../lib/terminal/ask";
import { parseCapacity } from "./capacity-answer";
import { checkAccount, checkBlock, checkRegion, checkZoneNames, zoneList, type CheckAnswer } from "./check-answer";
import { forkLines, forkJson } from "./fork-report";
import { assertFreeName, makeFork, suggestedBlock } from "./make-fork";
import { placeFiles } from "../../lib/environments/place-files";
import { complete } from "./questions";
import { openWorkplace } from "../../lib/environments/workplace";
import { something, type OptionCheck } from "../../cli/option-checks";
import { readArgs } from "../../cli/read-args";
import { UsageError } from "../../lib/errors/usage";

const HELP = `Make an environment that follows another one, and says only what differs.

  npx railyard fork dev dev-eu --region eu-west-1
  npx railyard fork research trial --account 222233334444 --capacity h100=on-demand --nodes h100=2
  npx railyard fork research west --region us-west-2 --capacity h100=reservation:cr-0123456789abcdef0:us-west-2b:16
  npx railyard fork frontier next --dry-run \\
    --capacity h200=capacity-block:cr-0123456789abcdef0:us-east-1a:2026-12-14:2026-12-28 \\
    --capacity b200=spot

In a terminal, what is not given is asked; else the original's is taken, or what follows from it.

  --account <id>       AWS account (default: the original's)
  --region <region>    Region (default: the original's)
  --zones <a,b,…>      availability zones of the network, in order (default: as many as the original has)
  --cidr <block>       IPv4 block (default: the next in 10.0.0.0/8, of the original's size, that no environment names)
  --capacity <group>=<capacity>
                       needed for each group with a reservation or a Capacity Block: on-demand; spot;
                       reservation:<cr-… or ARN>:<zone>[:<count>]; capacity-block:<cr-…>:<zone>:<start>:<end>[:<count>];
                       or follow, in the same account and Region: the reservation is shared
  --nodes <group>=<n>  number of nodes (default: the original's)
  --zone <group>=<zone>   zone of a group that is bought on demand or as spot
  --lustre-zone <zone> zone of the file system
  --yes                ask nothing
  --dry-run            print the files, write nothing
  --json               print what is made as JSON; asks nothing
  --help               this text

The whole new environment passes every rule before anything is written: its file and its row in
config/environments/index.ts, or neither.
Exit code: 0 written, or would be; 1 something is wrong and nothing was written; 130 interrupted, and nothing was written.`;

/** `railyard fork`. @param open the terminal to ask in @returns the exit code */
export async function forkCommand(
  args: readonly string[],
  context: CommandContext,
  open: () => Terminal | null = openTerminal,
): Promise<number> {
  let terminal: Terminal | null = null;
  try {
    const { values, positionals } = parse(args);
    if (values.help) {
      context.print(HELP);
      return 0;
    }
    if (positionals.length > 2) throw new UsageError(`name two environments, not ${positionals.length}`);
    terminal = values.yes || values.json ? null : open();
    const [from, name] = await names(positionals, terminal);
    const place = openWorkplace(context.root);
    const now = context.clock();
    const [original] = loadEnvironments(place.table, [from], now, place.files);
    assertFreeName(place, name);
    const given = answersOf(name, values, original!.config);
    const freeBlock = suggestedBlock(place, original!);
    const answers = await complete({ original: original!.config, given, terminal, freeBlock });
    const fork = makeFork(place, original!, answers, now);
    const written = !values["dry-run"];
    if (written) placeFiles(place.folder, fork.changes);
    context.print(values.json ? forkJson(from, fork, written) : forkLines(from, fork, written).join("\n"));
    return 0;
  } catch (error) {
    const code = reportError(error, context, { help: "npx railyard fork --help", untouched: "Nothing was written." });
    return error instanceof Stopped ? error.exitCode : code;
  } finally {
    terminal?.close();
  }
}

async function names([from, to]: readonly string[], terminal: Terminal | null): Promise<[string, string]> {
  if (!terminal && (from === undefined || to === undefined))
    throw new UsageError("name the environment to follow and the new one, as in: fork research trial");
  return [
    from ?? (await terminal!.ask("Environment to follow")),
    to ?? (await terminal!.ask("Name of the new environment")),
  ];
}

function answersOf(name: string, values: ReturnType<typeof parse>["values"], { nodeGroups }: Environment): Answers {
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

const answer =
  (check: CheckAnswer): OptionCheck =>
  (text, option) => {
    something(text, option);
    const wrong = check(text);
    if (wrong !== null) throw new UsageError(`${option}: ${wrong}`);
  };

const parse = (args: readonly string[]) =>
  readArgs(args, {
    account: { type: "string", check: answer(checkAccount) },
    region: { type: "string", check: answer(checkRegion) },
    zones: { type: "string", check: answer(checkZoneNames) },
    cidr: { type: "string", check: answer(checkBlock) },
    capacity: { type: "string", check: something, multiple: true },
    nodes: { type: "string", check: something, multiple: true },
    zone: { type: "string", check: answer((text) => checkZoneNames(text.replace(/^[^=]*=/, ""))), multiple: true },
    "lustre-zone": { type: "string", check: answer(checkZoneNames) },
    yes: { type: "boolean", short: "y" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
