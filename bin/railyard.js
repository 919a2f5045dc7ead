#!/usr/bin/env node
// Starts the commands of scripts/railyard.ts as they are written: nothing is compiled beforehand.
process.env.CHECKPOINT_DISABLE ??= "1";
require("tsx/cjs");
require("../scripts/railyard.ts");
