import { COMMANDS } from "./commands";
import type { CommandContext } from "./command";
import { didYouMean } from "../config/nearest";

const context: CommandContext = {
  root: `${__dirname}/..`,
  outdir: undefined,
  clock: () => new Date(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
};

async function main([name, ...args]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    context.print(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    context.printError(`There is no command "${name}". ${didYouMean(name, Object.keys(COMMANDS)) ?? ""}\n\n${help()}`);
    return 1;
  }
  const run = await command.load();
  return run(args, context);
}

function help(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length));
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return ["railyard <command> [arguments]", "", ...lines, "", "railyard <command> --help tells more."].join("\n");
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    throw error;
  },
);
