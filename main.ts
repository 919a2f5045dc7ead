import { loadProblem } from "./scripts/cli/load-problem";
import { processContext, watchOutput } from "./scripts/cli/process-context";

const args = process.argv.slice(2);
const context = processContext({ root: __dirname, args: ["synth", ...args] });

watchOutput();
try {
  // loaded here: a broken file of facts or of the program is told like any other mistake
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const synth = require("./scripts/commands/synth/command") as typeof import("./scripts/commands/synth/command");
  // The CDKTF CLI runs this file too (see cdktf.json): it names the output folder in CDKTF_OUTDIR.
  process.exitCode = synth.synthCommand(args, { ...context, outdir: process.env.CDKTF_OUTDIR });
} catch (error) {
  const problem = loadProblem(error, __dirname);
  if (problem === null) throw error;
  context.printError(problem);
  process.exitCode = 1;
}
