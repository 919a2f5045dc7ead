import { parseArgs, type ParseArgsConfig } from "node:util";
import { UsageError } from "./usage";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Reads the arguments of a command. @throws UsageError for options that it does not have */
export function readArgs<T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
