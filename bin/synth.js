// Starts main.ts, for npm run synth and for the CDKTF CLI.
process.env.CHECKPOINT_DISABLE ??= "1";
const problem = require("./ready").problem();
if (problem === null) {
  require("./program");
  require("../main.ts");
} else {
  console.error(problem);
  process.exitCode = 1;
}
