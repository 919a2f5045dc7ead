// A folder of files that are whole or not there, whoever writes them at once. Nothing depends on it: what cannot be read is
// made anew, and what cannot be written is done without.
const {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} = require("node:fs");
const { dirname, join } = require("node:path");

exports.read = (file, encoding) => {
  try {
    return readFileSync(file, encoding);
  } catch {
    return null;
  }
};

/** What is not ASCII is in comments and regular expressions of a script, and in strings of JSON: each takes an escape. */
exports.ascii = (text) =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** @returns whether it is there now */
exports.write = (file, content) => {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(draft, content);
    renameSync(draft, file);
    return true;
  } catch {
    try {
      rmSync(draft, { force: true });
    } catch {
      // nothing can be written here
    }
    return false;
  }
};

const HOUR = 3_600_000;

/** Of the entries that begin like this: removes all but the `keep` latest, if they are older than an hour. */
exports.tidy = (folder, beginning, keep) => {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(beginning));
    const entries = names.map((name) => ({ name, used: statSync(join(folder, name)).mtimeMs }));
    entries.sort((a, b) => b.used - a.used);
    const before = Date.now() - HOUR;
    for (const { name, used } of entries.slice(keep))
      if (used < before) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // somebody else tidies, or nothing can be written here
  }
};

/** Says that something is in use. */
exports.touch = (file) => {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // nothing can be written here
  }
};
