const { ModuleMocker } = require("jest-mock");
const { installTraces } = require("../../bin/program/traces");

// Jest says FORCE_COLOR to its workers where it runs in a terminal, and a shell may have said NO_COLOR or COLUMNS: what a test
// sees, and the programs that it starts, does not depend on where it runs.
for (const name of ["FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"]) delete process.env[name];

/** What a file may change in the process, and the next file must not find changed. */
function state() {
  const env = { ...process.env };
  const { exitCode } = process;
  const folder = process.cwd();
  const { console, fetch, Date, Math } = globalThis;
  const { exit, stdout, stderr } = process;
  const [out, errors] = [stdout.write, stderr.write];
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
    process.exitCode = exitCode;
    if (process.cwd() !== folder) process.chdir(folder);
    Object.assign(globalThis, { console, fetch, Date, Math });
    process.exit = exit;
    Object.assign(stdout, { write: out });
    Object.assign(stderr, { write: errors });
  };
}

/**
 * Where jest-circus keeps who hears of each test. It takes those that are there for its own: without removing them, a test
 * would be told to all files that ran before, and each of these would report it as one of its own.
 */
const LISTENERS = Symbol.for("EVENT_HANDLERS");

/** All test files of a worker run in the one realm of the process: see runtime.js. */
module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  #restore = state();

  async setup() {
    delete globalThis[LISTENERS];
    // Jest installed its own, which knows nothing of what is compiled here
    installTraces();
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.#restore();
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  getVmContext() {
    return null;
  }
};
