import { didYouMean } from "../config/kernel/nearest";
import { version } from "../package.json";
import type { CommandContext } from "./cli/command";
import { COMMANDS } from "./commands";
import { help } from "./cli/help";
import { helpText } from "./cli/help-text";
import { loadProblem } from "./cli/load-problem";
import { processContext, watchOutput } from "./cli/process-context";

const root = `${__dirname}/..`;
const [name, ...args] = process.argv.slice(2);
const context: CommandContext = {
  ...processContext({ root, args: process.argv.slice(2) }),
  command: (other) => COMMANDS[other]!.load(),
};

/** Before what does the command is loaded. */
const asksForHelp = (args: readonly string[]): boolean =>
  args.slice(0, args.includes("--") ? args.indexOf("--") : args.length).some((arg) => arg === "--help" || arg === "-h");

async function main(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") {
    context.print(help(COMMANDS));
    return 0;
  }
  if (name === "help") return args[0] === undefined ? main(undefined, []) : main(args[0], ["--help"]);
  if (name === "--version" || name === "-v") {
    context.print(version);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const near = didYouMean(name, Object.keys(COMMANDS));
    context.printError(`There is no command "${name}"${near ? `: ${near}` : "."}\nSee npx railyard --help`);
    return 1;
  }
  const definition = command.define();
  if (asksForHelp(args) && definition.help === undefined) {
    context.print(helpText(definition));
    return 0;
  }
  return definition.run()(args, context);
}

watchOutput();
main(name, args).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const problem = loadProblem(error, root);
    if (problem === null) throw error;
    context.printError(problem);
    process.exitCode = 1;
  },
);
