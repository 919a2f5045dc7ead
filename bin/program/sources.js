// The source files of the program, and a key that changes whenever one of them does.
const { createHash } = require("node:crypto");
const { readdirSync, readFileSync, statSync } = require("node:fs");
const { join } = require("node:path");

/** @typedef {{ root: string, places: readonly string[], without: readonly string[] }} SourceProps */

/**
 * Relative paths of all TypeScript files of some files and folders, in order, with what tells that one was written: a change
 * of a file changes its time of change, which no program can set.
 * @param {SourceProps} props
 */
exports.listSources = ({ root, places, without }) => {
  const files = [];
  const stamps = [];
  const add = (path, name) => {
    if (!name.endsWith(".ts") || name.endsWith(".d.ts")) return;
    const { mtimeMs, ctimeMs, size, ino } = statSync(`${root}/${path}`);
    files.push(path);
    stamps.push(`${path} ${mtimeMs} ${ctimeMs} ${size} ${ino}`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (without.includes(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path, entry.name);
    }
  };
  for (const place of places) {
    const found = statSync(join(root, place), { throwIfNoEntry: false });
    if (found?.isDirectory()) walk(place);
    else if (found) add(place, place);
  }
  return { files, stamp: stamps.join("\n") };
};

exports.digest = (...texts) => {
  const hash = createHash("sha1");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex").slice(0, 20);
};

/**
 * The text of each file, and the key of all of them.
 * @param {string} root
 * @param {readonly string[]} files
 * @param {string} format what else decides how they are compiled
 */
exports.readSources = (root, files, format) => {
  const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
  return { texts, key: exports.digest(format, ...files, ...texts) };
};
