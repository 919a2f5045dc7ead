const { mkdtempSync, statfsSync } = require("node:fs");
const { freemem, tmpdir } = require("node:os");
const { join } = require("node:path");
const { make, PROGRAM } = require("../bin/program");
const { TESTS } = require("./jest/program");

const MEMORY = "/dev/shm";
/** Several times what a run has needed. */
const ENOUGH_BYTES = 4e9;

/**
 * Tests make and remove some ten thousand small files, which costs a file system on a disk a fifth of all that they take. Null:
 * there is no room for them in memory, or somebody has said where they go.
 */
function inMemory() {
  if (process.env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES && freemem() > ENOUGH_BYTES ? MEMORY : null;
  } catch {
    return null;
  }
}

module.exports = () => {
  // Terraform runs for a second at a time: cleaning its memory less often saves a tenth of what it takes
  process.env.GOGC ??= "400";
  // once, and not in each worker
  for (const part of [PROGRAM, TESTS]) make(part);
  // Every `Testing.app()` leaves a folder in TMPDIR: give them one of their own, removed after the run.
  process.env.TMPDIR = mkdtempSync(join(inMemory() ?? tmpdir(), "railyard-test-"));
};
