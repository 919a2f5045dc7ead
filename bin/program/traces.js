// Stack traces name the files that people wrote.
const { SourceMap } = require("node:module");

/** File → what tells where one of its lines, from 0, comes from. */
const places = new Map();

/** One file that was compiled alone, with its map at its end. */
exports.traceText = (file, code) => {
  places.set(file, (line, column) => {
    const [, data] = /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(code) ?? [];
    const map = data && Buffer.from(data, "base64").toString("utf8");
    return placeIn(sourceMap(map), file, line, column);
  });
};

/** Many files in one. @param {readonly number[]} lines the first line of each, from 0 */
exports.traceChunk = (chunk, files, lines, maps) => {
  // a trace has many frames, and reading the maps of all files takes longer than all of the rest
  let read;
  const known = new Map();
  const mapOf = (at) => {
    read ??= maps();
    if (!known.has(at)) known.set(at, sourceMap(read[at]));
    return known.get(at);
  };
  places.set(chunk, (line, column) => {
    const at = lines.findLastIndex((first) => first <= line);
    return at === -1 ? null : placeIn(mapOf(at), files[at], line - lines[at], column);
  });
};

const sourceMap = (text) => (text === undefined ? undefined : new SourceMap(JSON.parse(text)));

function placeIn(map, file, line, column) {
  if (map === undefined) return { file, line, column };
  const { originalLine, originalColumn } = map.findEntry(line, column);
  return originalLine === undefined ? { file, line, column } : { file, line: originalLine, column: originalColumn };
}

function shown(frame) {
  const file = frame.getFileName();
  const find = places.get(file);
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const place = find && line !== null && column !== null ? find(line - 1, column - 1) : null;
  const text = String(frame);
  return place
    ? text.replace(`${file}:${line}:${column}`, () => `${place.file}:${place.line + 1}:${place.column + 1}`)
    : text;
}

/** A fault in here would hide the error that is told. */
function format(error, frames) {
  // cdktf looks at where it is called from, many times
  if (!(error instanceof Error)) return [String(error), ...frames].join("\n    at ");
  let head = "Error";
  try {
    head = String(error);
  } catch {
    // an object of no prototype
  }
  return [
    head,
    ...frames.map((frame) => {
      try {
        return shown(frame);
      } catch {
        return String(frame);
      }
    }),
  ].join("\n    at ");
}

exports.installTraces = () => {
  Error.prepareStackTrace = format;
};
