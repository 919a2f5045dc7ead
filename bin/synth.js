// Starts main.ts for npm run synth, as the CDKTF CLI starts it.
process.env.CHECKPOINT_DISABLE ??= "1";
const problem = require("./ready").problem();
if (problem === null) require("../main.ts");
else {
  console.error(problem);
  process.exitCode = 1;
}
