const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { make, PROGRAM } = require("../bin/program");
const { TESTS } = require("./jest/program");

module.exports = () => {
  // once, and not in each worker
  for (const part of [PROGRAM, TESTS]) make(part);
  // Every `Testing.app()` leaves a folder in TMPDIR: give them one of their own, removed after the run.
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), "railyard-test-"));
};
