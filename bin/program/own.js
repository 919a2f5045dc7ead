// The program's own modules, compiled: from the folder of what is compiled, if a start before this one made them of the same
// files, else now.
const { existsSync, readdirSync } = require("node:fs");
const { join } = require("node:path");
const { dependencies } = require("../../package.json");
const { chunkHead, chunkText, readChunk } = require("./chunk");
const { digest, listSources, readSources } = require("./sources");
const { read, tidy, touch, write } = require("./store");

/** What decides, beside its text, how a file is compiled and kept. */
const FORMAT = digest(
  dependencies.esbuild,
  ...readdirSync(__dirname)
    .sort()
    .map((file) => read(join(__dirname, file), "utf8")),
);

exports.FORMAT = FORMAT;

const textDigest = (text) => digest(FORMAT, text);
exports.textDigest = textDigest;

/**
 * @param {import("./sources").SourceProps & { name: string, folder: string }} props
 * @returns {{ file: string, text: string, maps: () => readonly (string | undefined)[] }}
 */
exports.ownChunk = ({ name, folder, ...props }) => {
  const { files, stamp } = listSources(props);
  const stamped = join(folder, `${name}.stamp`);
  const known = `${FORMAT}\n${stamp}`;
  const [key = "", ...rest] = (read(stamped, "utf8") ?? "").split("\n");
  if (rest.join("\n") === known) {
    const found = stored(join(folder, `${name}-${key}`));
    if (found) return found;
  }
  return fromTexts({ ...props, name, folder, files, known, stamped });
};

function stored(folder) {
  const file = join(folder, "chunk.js");
  const text = readChunk(file);
  if (text === null) return null;
  return { file, text, maps: () => JSON.parse(read(join(folder, "maps.json"), "utf8") ?? "[]") };
}

/** A file may be written again with the text that it has, and a commit may be checked out again. */
function fromTexts({ root, name, folder, files, known, stamped }) {
  const { compileFiles } = require("./compile");
  const { texts, key } = readSources(root, files, FORMAT);
  const place = join(folder, `${name}-${key}`);
  const remember = () => write(stamped, `${key}\n${known}`);
  const found = stored(place);
  if (found) {
    remember();
    touch(place);
    return found;
  }
  const hashes = new Map(files.map((file, at) => [file, textDigest(texts[at])]));
  const before = latest(folder, name, key);
  const reused = (file) => before.get(`${file} ${hashes.get(file)}`);
  const fresh = compileFiles(
    root,
    files.filter((file) => !reused(file)),
  );
  const modules = files.flatMap((file) => {
    const one = reused(file) ?? fresh.get(file);
    return one ? [{ name: file, ...one }] : [];
  });
  const text = chunkText({ hashes: modules.map((one) => hashes.get(one.name)) }, modules);
  const maps = modules.map(({ map }) => map);
  // the chunk is written last: where it is, all is
  if (write(join(place, "maps.json"), JSON.stringify(maps)) && write(join(place, "chunk.js"), text)) remember();
  tidy(folder, `${name}-`, 4);
  return { file: join(place, "chunk.js"), text, maps: () => maps };
}

/** What the latest start compiled, by file and text. */
function latest(folder, name, key) {
  const [last] = (read(join(folder, `${name}.stamp`), "utf8") ?? "").split("\n");
  const found = last && last !== key && existsSync(folder) ? stored(join(folder, `${name}-${last}`)) : null;
  if (!found) return new Map();
  const { names, lines, hashes } = chunkHead(found.text);
  const all = found.text.split("\n");
  const maps = found.maps();
  return new Map(
    names.map((file, at) => {
      const end = at + 1 < lines.length ? lines[at + 1] - 2 : all.length - 2;
      return [`${file} ${hashes[at]}`, { code: all.slice(lines[at], end).join("\n"), map: maps[at] }];
    }),
  );
}
