import type { Command } from "../../scripts/cli/command";
import { forkCommand } from "../../scripts/commands/fork/command";
import { unforkCommand } from "../../scripts/commands/unfork/command";
import { upstreamCommand } from "../../scripts/commands/upstream/command";

const adopt = () =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  require("../../scripts/commands/adopt/command") as typeof import("../../scripts/commands/adopt/command");

/** Commands that work on the environments of the folder that they are told. */
export const RAILYARD: Readonly<Record<string, Command>> = {
  // nobody is there to answer
  fork: (args, context) => forkCommand(args, context, () => null),
  // no other command pays for the libraries of AWS
  adopt: (...given) => adopt().adoptCommand(...given),
  unfork: unforkCommand,
  upstream: upstreamCommand,
};
