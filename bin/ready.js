// What stops every program of Railyard on a machine, in words.
const { dirname } = require("node:path");
const { engines } = require("../package.json");

/** Null: nothing does. */
exports.problem = () => wrongNode() ?? missingPackages();

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
    require.resolve("esbuild");
    return null;
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return `The packages of Railyard are not installed. Run: cd ${quoted(dirname(__dirname))} && npm ci`;
  }
}

/** For a shell: no module of the program can be loaded yet. */
const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
