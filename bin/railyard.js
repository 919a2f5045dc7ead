#!/usr/bin/env node
// Starts the commands of scripts/railyard.ts as they are written: nothing is compiled beforehand.
const { dirname } = require("node:path");
const { engines } = require("../package.json");

process.env.CHECKPOINT_DISABLE ??= "1";
const problem = wrongNode() ?? missingPackages();
if (problem === null) require("../scripts/railyard.ts");
else {
  console.error(problem);
  process.exitCode = 1;
}

/** Syntax that an older Node does not have would end in an error that names no version. */
function wrongNode() {
  const least = engines.node.replace(/^>=/, "").split(".").map(Number);
  const present = process.versions.node.split(".").map(Number);
  const first = least.findIndex((part, at) => part !== present[at]);
  return first === -1 || present[first] > least[first]
    ? null
    : `Railyard needs Node ${engines.node}, but this is ${process.versions.node}.`;
}

function missingPackages() {
  try {
    require("tsx/cjs");
    return null;
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return `The packages of Railyard are not installed. Run: cd ${dirname(__dirname)} && npm ci`;
  }
}
