import type { Command, CommandContext } from "./command";
import { reportError } from "./command-errors";
import { helpText } from "./help-text";
import { readArgs, type Args, type OptionSpec } from "./read-args";

/** An option as help tells of it. */
export type DescribedOption = OptionSpec & {
  /** What it does; that it may be given several times is said by itself. */
  readonly text: string;
  /** What it takes, as in `<file>`. */
  readonly value?: string;
  /** Another form of its value that means something else. @default - none */
  readonly also?: { readonly value: string; readonly text: string };
};

export type DescribedOptions = Readonly<Record<string, DescribedOption>>;

/** A command: what is read here is all that parsing, help and completion know of it. */
export interface CommandDefinition<T extends DescribedOptions = DescribedOptions> {
  readonly name: string;
  /** What it is told besides options, as in `<env>`. */
  readonly takes: string;
  /** What it does. */
  readonly about: string;
  /** Words after `npx railyard`, and what they do. */
  readonly examples: readonly (readonly [command: string, what?: string])[];
  /** What must be known before the options. @default - nothing */
  readonly details?: string;
  /** `--help` is an option of every command. */
  readonly options: T;
  /** What must be known beside. @default - nothing */
  readonly notes?: string;
  /** What each exit code means. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** What is said below a mistake, where nothing can have been written yet. @default - nothing */
  readonly untouched?: string;
  /** What is said of a run that somebody stopped. @default - that nothing is left running */
  readonly interrupted?: string;
  /** The whole help, where it does not follow from the rest. @default - it does */
  readonly help?: (context: CommandContext) => string;
  /** Loads what does it: help and completion do without. */
  readonly run: () => Command;
}

const HELP = { help: { type: "boolean", short: "h", text: "this text" } } as const;

/** The options of a command, `--help` too. */
export const optionsOf = <T extends DescribedOptions>(definition: { readonly options: T }): T & typeof HELP => ({
  ...definition.options,
  ...HELP,
});

/** The words of a command, read by its definition. */
export type ArgsOf<D extends { readonly options: DescribedOptions }> = Args<D["options"] & typeof HELP>;

/** Values of the options of a command. */
export type ValuesOf<D extends { readonly options: DescribedOptions }> = ArgsOf<D>["values"];

/** Says what a command is. */
export const defineCommand = <const T extends DescribedOptions>(
  definition: CommandDefinition<T>,
): CommandDefinition<T> => definition;

/**
 * The frame of every command: reads its words, answers `--help`, and tells in words whatever a person can mend and who stopped it.
 * @param stopped what is said of a run that somebody stopped, where that depends on how far it was
 * @param others what else is looked at where the value of an option is wrong: the body does so by itself
 * @returns the exit code
 */
export function runCommand<const T extends DescribedOptions, R extends number | Promise<number>>(
  definition: CommandDefinition<T>,
  args: readonly string[],
  context: CommandContext,
  body: (given: ArgsOf<CommandDefinition<T>>) => R,
  stopped?: () => string,
  others?: (given: ArgsOf<CommandDefinition<T>>) => unknown,
): R | number {
  const failed = (error: unknown): number =>
    reportError(error, context, {
      help: `npx railyard ${definition.name} --help`,
      untouched: definition.untouched,
      interrupted: stopped?.() ?? definition.interrupted,
    });
  try {
    const given = readArgs(args, optionsOf(definition), others as ((given: object) => unknown) | undefined) as ArgsOf<
      CommandDefinition<T>
    >;
    if ((given.values as { readonly help?: boolean }).help) {
      context.print(helpText(definition));
      return 0;
    }
    const code = body(given);
    return code instanceof Promise ? (code.catch(failed) as R) : code;
  } catch (error) {
    return failed(error);
  }
}
