import { synthCommand } from "./scripts/commands/synth";

// The CDKTF CLI runs this file too (see cdktf.json): it names the output folder in CDKTF_OUTDIR.
process.exitCode = synthCommand(process.argv.slice(2), {
  root: __dirname,
  outdir: process.env.CDKTF_OUTDIR,
  clock: () => new Date(),
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
});
