import type { Command } from "../../scripts/command";
import { forkCommand } from "../../scripts/commands/fork";
import { unforkCommand } from "../../scripts/commands/unfork";
import { upstreamCommand } from "../../scripts/commands/upstream";

/** Commands that work on the environments of the folder that they are told. */
export const RAILYARD: Readonly<Record<string, Command>> = {
  // nobody is there to answer
  fork: (args, context) => forkCommand(args, context, () => null),
  unfork: unforkCommand,
  upstream: upstreamCommand,
};
