const { TestEnvironment } = require("jest-environment-node");

// Jest says FORCE_COLOR to its workers where it runs in a terminal, and a shell may have said NO_COLOR or COLUMNS: what a test
// sees, and the programs that it starts, does not depend on where it runs. Only here are the variables of the process itself at hand.
for (const name of ["FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"]) delete process.env[name];

module.exports = TestEnvironment;
