import type { Command } from "../../scripts/command";
import { forkCommand } from "../../scripts/commands/fork";
import { unforkCommand } from "../../scripts/commands/unfork";
import { upstreamCommand } from "../../scripts/commands/upstream";

/** Commands that work on the environments of the folder that they are told. */
export const RAILYARD: Readonly<Record<string, Command>> = {
  // nobody is there to answer
  fork: (args, context) => forkCommand(args, context, () => null),
  // no other command pays for the libraries of AWS
  adopt: (...given) =>
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    (require("../../scripts/commands/adopt") as typeof import("../../scripts/commands/adopt")).adoptCommand(...given),
  unfork: unforkCommand,
  upstream: upstreamCommand,
};
