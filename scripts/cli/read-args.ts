import { parseArgs, type ParseArgsConfig } from "node:util";
import { didYouMean } from "../../config/kernel/nearest";
import type { OptionCheck } from "./option-checks";
import { besides, together, UsageError } from "../lib/errors/usage";

/** An option of a command. What takes a value says what it may be: it is checked before any work. */
export type OptionSpec =
  | { readonly type: "boolean"; readonly short?: string; readonly default?: boolean }
  | {
      readonly type: "string";
      readonly check: OptionCheck;
      /** May be given several times. @default false */
      readonly multiple?: boolean;
      readonly short?: string;
      readonly default?: string;
      /** Another name that it has had. @default - none */
      readonly alias?: string;
    };

type Options = Readonly<Record<string, OptionSpec>>;

type Values<T extends Options> = {
  -readonly [K in keyof T]: T[K] extends { readonly type: "boolean" }
    ? boolean | undefined
    : T[K] extends { readonly multiple: true }
      ? string[] | undefined
      : T[K] extends { readonly default: string }
        ? string
        : string | undefined;
};

export interface Args<T extends Options> {
  readonly values: Values<T>;
  readonly positionals: string[];
}

/**
 * Reads the arguments of a command. @throws UsageError for options that it does not have, and for all values that cannot be
 * @param others looks at what no option can know by itself, where a value is wrong already: all is told at once
 */
export function readArgs<const T extends Options>(
  args: readonly string[],
  options: T,
  others: (given: Args<T>) => unknown = () => {},
): Args<T> {
  const { values, positionals } = parsed(
    args.map((arg) => withoutAlias(arg, options)),
    options,
  );
  // who asks for help is not told of the rest
  const given = { values: values as Values<T>, positionals };
  if (values["help"] === true) return given;
  try {
    checkValues(values, options);
  } catch (error) {
    if (error instanceof UsageError) besides(error, () => others(given));
    throw error;
  }
  return given;
}

function checkValues(values: Readonly<Record<string, unknown>>, options: Options): void {
  const checks = Object.entries(options).flatMap(([name, option]) => {
    const given = values[name];
    if (option.type !== "string" || given === undefined || given === option.default) return [];
    return [given].flat().map((value) => () => option.check(String(value), `--${name}`));
  });
  together(checks);
}

/**
 * Words by their options. One that cannot be read is left out, and told with all others and with values that cannot be.
 * @throws UsageError
 */
function parsed(args: readonly string[], options: Options) {
  const problems: string[] = [];
  let words = args;
  for (;;) {
    try {
      const found = parsedOnce(words, options);
      if (problems.length === 0) return found;
      besides(new UsageError(problems.join("\n")), () => checkValues(found.values, options));
    } catch (error) {
      if (!(error instanceof UnreadWord)) throw error;
      problems.push(error.message);
      const rest = words.filter((word) => word.split("=")[0] !== error.option);
      if (rest.length === words.length) throw new UsageError(problems.join("\n"));
      words = rest;
    }
  }
}

/** A word that is no option, or one that is given in a way that it does not have. */
class UnreadWord extends UsageError {
  constructor(
    message: string,
    readonly option: string | undefined,
  ) {
    super(message);
  }
}

function parsedOnce(args: readonly string[], options: Options) {
  try {
    const config = {
      args: [...args],
      allowPositionals: true,
      tokens: true,
      options: options as ParseArgsConfig["options"],
    };
    const { values, positionals, tokens } = parseArgs(config) as Omit<ReturnType<typeof parseArgs>, "tokens"> & {
      readonly tokens: readonly Token[];
    };
    const named = tokens.flatMap(({ kind, name }) => (kind === "option" && name !== undefined ? [name] : []));
    const twice = named.find(
      (name, at) => named.indexOf(name) !== at && options[name]?.type === "string" && !isMultiple(options[name]),
    );
    if (twice !== undefined) throw new UnreadWord(`--${twice} is given twice: give it once`, `--${twice}`);
    return { values: values as Record<string, unknown>, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unread(error as Error & { code?: string }, Object.keys(options));
  }
}

interface Token {
  readonly kind: string;
  readonly name?: string | undefined;
}

const isMultiple = (option: OptionSpec): boolean => option.type === "string" && option.multiple === true;

function withoutAlias(arg: string, options: Options): string {
  const [, given, rest = ""] = /^--([^=]+)(=[^]*)?$/.exec(arg) ?? [];
  const named = Object.entries(options).find(([, option]) => option.type === "string" && option.alias === given);
  return given === undefined || named === undefined ? arg : `--${named[0]}${rest}`;
}

/** In words of our own; for an option that there is not, with the nearest one. */
function unread(error: Error & { code?: string }, names: readonly string[]): UnreadWord {
  const [, given] = /'(?:-\w, )?(-[^'=< ]*)/.exec(error.message) ?? [];
  return new UnreadWord(given === undefined ? error.message : usage(error, given, names), given);
}

function usage({ code, message }: Error & { code?: string }, given: string, names: readonly string[]): string {
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const near = didYouMean(
      given,
      names.map((name) => `--${name}`),
    );
    return `there is no option ${given}${near ? `; ${near}` : ""}`;
  }
  if (message.includes("ambiguous")) return `${given} needs a value; one that begins with - is written ${given}=-…`;
  if (message.includes("argument missing")) return `${given} needs a value`;
  if (message.includes("does not take an argument")) return `${given} takes no value`;
  return message;
}
