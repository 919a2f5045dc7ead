#!/usr/bin/env node
// Starts the commands of scripts/railyard.ts.
process.env.CHECKPOINT_DISABLE ??= "1";
const problem = require("./ready").problem();
if (problem === null) {
  require("./program");
  require("../scripts/railyard.ts");
} else {
  console.error(problem);
  process.exitCode = 1;
}
