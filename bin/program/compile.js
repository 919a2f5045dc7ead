// TypeScript to JavaScript, with esbuild: types are taken away, nothing is checked.
const { join, relative } = require("node:path");

const OPTIONS = {
  format: "cjs",
  platform: "node",
  target: "node20.19",
  charset: "ascii",
  sourcesContent: false,
  logLevel: "silent",
  tsconfigRaw: { compilerOptions: { target: "es2022" } },
};

/** A test may put a function in the place of one that a module exports, as modules of Node let it. */
const replaceable = (code) =>
  code.replace(/(?<=\{ get: \(\) => from\[key\], )(?=enumerable: )/, "configurable: true, ");

// loaded when something is compiled: most starts compile nothing
const esbuild = () => require("esbuild");

/**
 * Compiles many files at once. A file that cannot be compiled is left out: whoever loads it is told.
 * @param {string} root
 * @param {readonly string[]} files relative paths
 * @returns {Map<string, { code: string, map: string }>}
 */
exports.compileFiles = (root, files) => {
  const outdir = join(root, ".compiled");
  let wanted = files;
  for (;;) {
    if (wanted.length === 0) return new Map();
    try {
      const entryPoints = wanted.map((file) => join(root, file));
      const { outputFiles } = esbuild().buildSync({
        ...OPTIONS,
        entryPoints,
        absWorkingDir: root,
        outbase: root,
        outdir,
        write: false,
        sourcemap: "external",
      });
      const texts = new Map(outputFiles.map((file) => [relative(outdir, file.path), file.text]));
      return new Map(
        wanted.map((file) => {
          const name = file.replace(/ts$/, "js");
          return [file, { code: replaceable(texts.get(name)), map: texts.get(`${name}.map`) }];
        }),
      );
    } catch (error) {
      const broken = new Set((error.errors ?? []).map(({ location }) => location?.file));
      const rest = wanted.filter((file) => !broken.has(file));
      if (rest.length === wanted.length) throw error;
      wanted = rest;
    }
  }
};

/** Compiles one text; its map is in it. @throws an error called TransformError, with file, line and column */
exports.compileText = (text, file) => {
  try {
    const options = { ...OPTIONS, loader: "ts", sourcefile: file, sourcemap: "inline" };
    return esbuild().transformSync(text, options).code;
  } catch (error) {
    error.name = "TransformError";
    throw error;
  }
};

/** A script of a package, in fewer characters. What cannot be read is left as it is. */
exports.compileScript = (code) => {
  const plain = code.replace(/^\/\/# sourceMappingURL=data:.*$/m, "");
  try {
    return esbuild().transformSync(plain, {
      platform: "node",
      target: "node20.19",
      charset: "ascii",
      legalComments: "none",
      logLevel: "silent",
      minifyWhitespace: true,
    }).code;
  } catch {
    return plain;
  }
};
