import { didYouMean } from "../config/nearest";
import { version } from "../package.json";
import type { CommandContext } from "./command";
import { COMMANDS } from "./commands";
import { help } from "./help";

const context: CommandContext = {
  root: `${__dirname}/..`,
  outdir: undefined,
  clock: () => new Date(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
};

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") {
    context.print(help());
    return 0;
  }
  if (name === "help") return main(args[0] === undefined ? [] : [args[0], "--help"]);
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
  const run = await command.load();
  return run(args, context);
}

// whoever reads has seen enough: `railyard rules | head`
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    throw error;
  },
);
