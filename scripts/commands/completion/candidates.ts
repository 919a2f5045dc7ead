import type { CommandContext } from "../../cli/command";
import { optionsOf, type CommandDefinition, type DescribedOptions } from "../../cli/define-command";

export interface CandidatesProps {
  /** Words after `railyard`, the one that is being typed last; it may be empty. */
  readonly words: readonly string[];
  readonly commands: Readonly<
    Record<string, { readonly define: () => CommandDefinition; readonly words?: () => readonly string[] }>
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
    const options: DescribedOptions = optionsOf(command.define());
    if (typed.startsWith("-")) return beginning(Object.keys(options).map((option) => `--${option}`));
    // rules, facts and schemas: names of commands and options do without
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { argumentsOf, valuesOf } = require("./arguments") as typeof import("./arguments");
    const last = before.at(-1) ?? "";
    if (options[last.replace(/^--/, "")]?.type === "string") return beginning(valuesOf(name, last, before.slice(1)));
    const given = before.slice(1).filter((word) => !word.startsWith("-"));
    if (command.words && given.length === 0) return beginning(command.words());
    return beginning(argumentsOf(name, given, typed, context));
  } catch {
    return [];
  }
}
