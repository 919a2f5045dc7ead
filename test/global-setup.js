const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

// Every `Testing.app()` leaves a folder in TMPDIR: give them one of their own, removed after the run.
module.exports = () => {
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), "railyard-test-"));
};
