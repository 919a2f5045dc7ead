import { NOW } from "./environment";
import { RAILYARD } from "./railyard-commands";

// A program for tests: runs a command on the environments of another folder, as of a fixed moment.
const [root = "", name = "", ...args] = process.argv.slice(2);
const context = {
  root,
  clock: () => NOW,
  print: (text: string) => process.stdout.write(`${text}\n`),
  printError: (text: string) => process.stderr.write(`${text}\n`),
};
void (async () => {
  process.exitCode = await RAILYARD[name]!(args, context);
})();
