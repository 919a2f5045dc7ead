// Many modules as one script: V8 keeps what it compiled of it, and reads that instead of the text.
const { createHash } = require("node:crypto");
const { cachedDataVersionTag } = require("node:v8");
const vm = require("node:vm");
const { ascii, read, write } = require("./store");

/**
 * The text of a script whose value is an object of functions, one a module. The first line says, as JSON, what is in it.
 * @param {object} head
 * @param {readonly { name: string, code: string }[]} modules
 */
exports.chunkText = (head, modules) => {
  const parts = [];
  const lines = [];
  let line = 2;
  for (const { name, code } of modules) {
    parts.push(`${JSON.stringify(name)}: function (exports, require, module, __filename, __dirname) {\n${code}\n},\n`);
    line += 1;
    lines.push(line);
    line += code.split("\n").length + 1;
  }
  const names = modules.map(({ name }) => name);
  return ascii(`//${JSON.stringify({ ...head, names, lines })}\n({\n${parts.join("")}})`);
};

/** Text of ASCII alone is read without decoding it, in a fifth of the time. */
exports.readChunk = (file) => read(file, "latin1");

exports.chunkHead = (text) => JSON.parse(text.slice(2, text.indexOf("\n")));

/** What V8 keeps is of this text alone, made by this V8 with these flags. It checks no more than the length of a text. */
const keptName = (file, text, about) => {
  const hash = createHash("sha1")
    .update(text.slice(0, text.indexOf("\n")))
    .digest("hex")
    .slice(0, 12);
  return `${file}.${about}.${hash}.${cachedDataVersionTag()}.v8`;
};

/**
 * Runs the script.
 * @param {string} file where it is, or would be
 * @param {string} text
 * @param {string} about whose functions are kept: a program that runs others would read what it does not need
 */
exports.runChunk = (file, text, about) => {
  const kept = about === undefined ? null : keptName(file, text, about);
  const cachedData = (kept && read(kept)) ?? undefined;
  const script = new vm.Script(text, {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const isKept = cachedData !== undefined && script.cachedDataRejected === false;
  return {
    functions: script.runInThisContext(),
    /** Keeps what is compiled by now, if nothing is kept yet. */
    keep: () => isKept || write(kept, script.createCachedData()),
  };
};
