import type { Command, CommandContext } from "../../cli/command";

export interface CandidatesProps {
  /** Words after `railyard`, the one that is being typed last; it may be empty. */
  readonly words: readonly string[];
  readonly commands: Readonly<
    Record<string, { readonly load: () => Promise<Command>; readonly words?: () => readonly string[] }>
  >;
  readonly context: CommandContext;
}

/**
 * What the word that is being typed may become. Never fails: a shell shows nothing of an error, and no candidates leave
 * it to complete file names.
 */
export async function candidates({ words, commands, context }: CandidatesProps): Promise<string[]> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const beginning = (all: readonly string[]) => all.filter((word) => word.startsWith(typed));
  try {
    const [name] = before;
    if (name === undefined) return beginning([...Object.keys(commands), "help"]);
    if (name === "help") return before.length === 1 ? beginning(Object.keys(commands)) : [];
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) return [];
    const options = await optionsOf(await command.load(), context);
    if (typed.startsWith("-")) return beginning([...options.keys()]);
    // rules, facts and schemas: names of commands and options do without
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { argumentsOf, valuesOf } = require("./arguments") as typeof import("./arguments");
    const last = before.at(-1) ?? "";
    if (options.get(last) === true) return beginning(valuesOf(name, last, before.slice(1)));
    const given = before.slice(1).filter((word) => !word.startsWith("-"));
    if (command.words && given.length === 0) return beginning(command.words());
    return beginning(argumentsOf(name, given, typed, context.clock()));
  } catch {
    return [];
  }
}

/** Options as the help of a command lists them, and whether each takes a value. */
async function optionsOf(command: Command, context: CommandContext): Promise<Map<string, boolean>> {
  const lines: string[] = [];
  await command(["--help"], { ...context, print: (text) => lines.push(text), printError: () => {} });
  const listed = lines.join("\n").matchAll(/^ +(?:-\w, )?(--[a-z][a-z-]*)([ =[]<[^>]+>|\[=[^\]]+\])?/gm);
  return new Map([...listed].map(([, option, value]) => [option!, value?.startsWith(" <") ?? false]));
}
