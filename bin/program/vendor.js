// Packages that nearly every command loads, as one script. Which of their files those are is learnt from the first run that
// loads them.
const { readFileSync, realpathSync, statSync } = require("node:fs");
const { join, sep } = require("node:path");
const { chunkHead, chunkText, readChunk, runChunk } = require("./chunk");
const { FORMAT } = require("./own");
const { digest } = require("./sources");
const { write } = require("./store");

const PACKAGES = /^(cdktf|constructs|zod|@cdktf\/[\w-]+)\//;
/** A run that has not loaded this has not loaded enough to learn from. */
const LEARNT_FROM = "cdktf/lib/index.js";

const NOTHING = { resolve: () => undefined, module: () => undefined, resolved: () => {}, keep: () => {} };

/** Opened when something asks for one of the packages: help needs none of them. */
exports.openVendor = (props) => {
  let opened;
  const open = () => (opened ??= openNow(props));
  const isOne = (request) => PACKAGES.test(`${request}/`);
  return {
    resolve: (request, from, own) => (opened || isOne(request) ? open().resolve(request, from, own) : undefined),
    module: (filename) => opened?.module(filename),
    resolved: (...found) => opened?.resolved(...found),
    keep: () => opened?.keep(),
  };
};

function openNow({ root, folder }) {
  let base;
  try {
    base = realpathSync(join(root, "node_modules"));
  } catch {
    return NOTHING;
  }
  // the form of the file is a part of its name: what another release of the loader has written is not read as ours
  const file = join(folder, "packages", `${digest(base, FORMAT)}.js`);
  const text = readChunk(file);
  const head = text === null ? null : chunkHead(text);
  if (head === null || stampOf(base, head.names) !== head.stamp) return learning(base, file);
  const known = new Set(head.names);
  const { functions, keep } = runChunk(file, text, "all");
  const prefix = base + sep;
  const name = (filename) => (filename.startsWith(prefix) ? filename.slice(prefix.length) : undefined);
  return {
    resolve: (request, from, own) => {
      const links = own.has(from) ? head.links[""] : head.links[name(from)];
      const found = links?.[request];
      return found === undefined ? undefined : prefix + found;
    },
    module: (filename) => {
      const of = name(filename);
      return known.has(of) ? functions[of] : undefined;
    },
    resolved: () => {},
    // a run that loads little of it has compiled little of it
    keep: () => void (require.cache[prefix + LEARNT_FROM] && keep()),
  };
}

/** What tells that a file of them was written. */
function stampOf(base, names) {
  try {
    const stamps = names.map((name) => {
      const { mtimeMs, ctimeMs, size } = statSync(join(base, name));
      return `${mtimeMs} ${ctimeMs} ${size}`;
    });
    return digest(...stamps);
  } catch {
    return null;
  }
}

/** Notes what is loaded, and writes it when the run ends. */
function learning(base, file) {
  const prefix = base + sep;
  const name = (filename) => {
    const path = filename?.startsWith(prefix) ? filename.slice(prefix.length) : undefined;
    return path !== undefined && PACKAGES.test(path) && /\.c?js$/.test(path) ? path : undefined;
  };
  const links = [];
  return {
    ...NOTHING,
    resolved: (request, from, found, own) => {
      const [to, of] = [name(found), own.has(from) ? "" : name(from)];
      if (to !== undefined && of !== undefined) links.push({ of, request, to });
    },
    keep: () => {
      const names = Object.keys(require.cache).flatMap((loaded) => name(loaded) ?? []);
      if (!names.includes(LEARNT_FROM)) return;
      names.sort();
      // a file that is written while it is read has another stamp afterwards
      const stamp = stampOf(base, names);
      const modules = names.map((one) => ({ name: one, code: smaller(readFileSync(prefix + one, "utf8")) }));
      if (stamp === null || stampOf(base, names) !== stamp) return;
      write(file, chunkText({ stamp, links: linksOf(links, new Set(names)) }, modules));
    },
  };
}

/** Without comments, and without the map that is most of the text of a binding: both are read at every start. */
const smaller = (code) => require("./compile").compileScript(code);

function linksOf(links, known) {
  const all = {};
  for (const { of, request, to } of links) if (known.has(to)) (all[of] ??= {})[request] = to;
  return all;
}
