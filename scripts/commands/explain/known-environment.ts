import type { CommandContext } from "../../cli/command";
import { readRow } from "../../../config/kernel/read-row";
import { environmentTable } from "../../lib/environments/environment-table";
import { loadFor } from "../../lib/environments/load-for";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { Known } from "./origin";

/** An environment of `config/environments`, with what its file and those it follows say. @throws ConfigError */
export function knownEnvironment(name: string, context: CommandContext): Known {
  const [loaded] = loadFor("explain", [name], context);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- as in `environment-table.ts`
  const row = readRow(environmentTable(() => require("../../../config/environments"))[name], name, []);
  if (!loaded || "issue" in row) throw new ExpectedError(`${name} cannot be loaded`);
  return { root: context.root, loaded, merged: row };
}
