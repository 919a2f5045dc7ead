import { parseArgs, type ParseArgsConfig } from "node:util";
import { didYouMean } from "../config/nearest";
import { UsageError } from "./usage";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Reads the arguments of a command. @throws UsageError for options that it does not have */
export function readArgs<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(usage(error as Error & { code?: string }, Object.keys(options)));
  }
}

/** Node's words; for an option that there is not, the nearest one. */
function usage({ code, message }: Error & { code?: string }, names: readonly string[]): string {
  const [, given] = /'(-[^'=]*)/.exec(message) ?? [];
  if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION" || given === undefined) return message;
  const near = didYouMean(
    given,
    names.map((name) => `--${name}`),
  );
  return `there is no option ${given}${near ? `; ${near}` : ""}`;
}
