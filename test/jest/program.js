const { join } = require("node:path");
const { PROGRAM, ROOT } = require("../../bin/program");

/** All of the tests, compiled as the program is. */
exports.TESTS = { ...PROGRAM, name: "tests", places: ["test"], without: ["test/golden"] };

/**
 * What a user adds is no matter of the tests: in place of `config/environments/index.ts` they have a table of the environments
 * that are shipped.
 */
exports.SHIPPED = { from: join(ROOT, "config/environments"), to: join(ROOT, "test/helpers/shipped-table.ts") };
