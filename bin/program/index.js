// Loads the TypeScript of this repository in Node, compiled: with `node --require ./bin/program` or `require("./program")`.
//
// What is compiled lies in `.cache/program` and is made when it is first needed. It is found by the text of all files, so that
// it is never another program's; where that folder cannot be written, it is made at every start.
const { existsSync, readFileSync, realpathSync } = require("node:fs");
const Module = require("node:module");
const { basename, dirname, join, resolve } = require("node:path");
const { chunkHead, runChunk } = require("./chunk");
const { ownChunk, textDigest } = require("./own");
const { read, tidy, write } = require("./store");
const { installTraces, traceChunk, traceText } = require("./traces");
const { openVendor } = require("./vendor");

const ROOT = realpathSync(join(__dirname, "../.."));
const FOLDER = join(ROOT, ".cache/program");

/** Files of environments are a user's: each is compiled alone, so that one that is broken stops no other. */
const PROGRAM = {
  name: "program",
  root: ROOT,
  folder: FOLDER,
  places: ["main.ts", "config", "constructs", "scripts", "stacks"],
  without: ["config/environments"],
};

/** Absolute file → the function that is its module. */
const modules = new Map();
/** Digest of a text → the function that is its module, wherever a copy of it lies. */
const copies = new Map();
const kept = [];
/** A module that another one stands for. @type {{ from: string, to: string } | null} */
let replaced = null;

/**
 * Takes a part of the repository in, compiled.
 * @param {string} [about] whose functions V8 keeps; without it none are kept
 */
function take(props, about) {
  const { file, text, maps } = ownChunk(props);
  const { names, lines, hashes } = chunkHead(text);
  const { functions, keep } = runChunk(file, text, about);
  if (about !== undefined) kept.push(keep);
  names.forEach((name, at) => {
    modules.set(join(ROOT, name), functions[name]);
    copies.set(hashes[at], functions[name]);
  });
  traceChunk(
    file,
    names.map((name) => join(ROOT, name)),
    lines,
    maps,
  );
}

/** Folder and import → the module of the program that it leads to: most are imported many times. */
const found = new Map();

/** Where a relative import leads, if it leads to TypeScript: of a file and JSON of the same name the file is meant. */
function own(request, from) {
  const folder = dirname(from);
  const key = `${folder}\n${request}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const path = resolve(folder, request);
  if (path === replaced?.from) return replaced.to;
  for (const file of [`${path}.ts`, path, join(path, "index.ts")])
    if (modules.has(file)) {
      found.set(key, file);
      return file;
    }
  return from.endsWith(".ts") && existsSync(`${path}.ts`) ? realpathSync(`${path}.ts`) : undefined;
}

const isRelative = (request) => request.startsWith("./") || request.startsWith("../");

let vendor;

/** cdktf loads a program that makes archives, a tenth of all modules, and starts a process of its own to run it. */
const isZipper = (file) => file?.endsWith(join("cdktf", "lib", "private", "fs.js")) ?? false;
const NOTHING = join(__dirname, "nothing.js");

/** Where an import leads, if that is known without looking at the disk. */
const known = (request, from) =>
  (isRelative(request) ? own(request, from) : undefined) ?? vendor.resolve(request, from, modules);

/** Runs a module as Node does; one that is there already is not looked for again. */
function run(compiled, module, filename) {
  const require = (id) => {
    const loaded = Module._cache[known(id, filename)];
    return loaded?.loaded ? loaded.exports : module.require(id);
  };
  require.resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  require.main = process.mainModule;
  require.cache = Module._cache;
  require.extensions = Module._extensions;
  compiled.call(module.exports, module.exports, require, module, filename, dirname(filename));
}

/** A file that is not of the program, such as one of an environment, or a copy of one. */
function loadAlone(module, filename) {
  const text = readFileSync(filename, "utf8");
  const name = textDigest(text);
  const copied = copies.get(name);
  if (copied) return run(copied, module, filename);
  const file = join(FOLDER, "files", `${name}.js`);
  let code = read(file, "utf8");
  if (code === null) {
    code = require("./compile").compileText(text, filename);
    if (write(file, code)) tidy(dirname(file), "", 500);
  }
  traceText(filename, code);
  module._compile(code, filename);
}

function install() {
  vendor = openVendor({ root: ROOT, folder: FOLDER });
  const { _resolveFilename: resolveFilename } = Module;
  Module._resolveFilename = function (request, parent, ...rest) {
    if (request === replaced?.from) return replaced.to;
    if (request === "archiver" && isZipper(parent?.filename)) return NOTHING;
    if (parent?.filename) {
      const { filename: from } = parent;
      const at = known(request, from);
      if (at !== undefined) return at;
    }
    const at = resolveFilename.call(this, request, parent, ...rest);
    if (parent?.filename) vendor.resolved(request, parent.filename, at, modules);
    return at;
  };
  Module._extensions[".ts"] = (module, filename) => {
    const compiled = modules.get(filename);
    if (compiled) run(compiled, module, filename);
    else loadAlone(module, filename);
  };
  const { ".js": loadScript } = Module._extensions;
  Module._extensions[".js"] = (module, filename) => {
    const compiled = vendor.module(filename);
    if (compiled) run(compiled, module, filename);
    else loadScript(module, filename);
  };
  installTraces();
  kept.push(() => vendor.keep());
  process.once("exit", () => {
    for (const keep of kept)
      try {
        keep();
      } catch {
        // the next start compiles again, and no more
      }
  });
}

/** The command or program that is run: it decides which functions V8 compiles. */
function command() {
  const [, program = "", verb = ""] = process.argv;
  const [name = ""] = basename(program).split(".");
  const isWord = (text) => /^[a-z][a-z-]{0,30}$/.test(text);
  if (name === "railyard") return isWord(verb) ? verb : "help";
  return isWord(name) ? name : undefined;
}

install();
take(PROGRAM, command());

module.exports = {
  PROGRAM,
  ROOT,
  take,
  make: (props) => void ownChunk(props),
  replace: (one) => {
    replaced = one;
  },
};
