import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../helpers/process";
import { temporaryFolders } from "../helpers/terraform";

const temporary = temporaryFolders();

/** A repository with the loader of this one, and a program of a few lines. */
const FILES = {
  "main.ts": `
    import { readFileSync } from "node:fs";
    import { greeting } from "./config/greeting";
    import { name } from "cdktf";
    import table from "./config/environments";
    interface Greeting { readonly text: string }
    const hello: Greeting = { text: greeting(name, table.dev()) };
    console.log(hello.text, __dirname, __filename, readFileSync(__filename, "utf8").includes("interface"));`,
  "config/greeting.ts": `
    import { words } from "./words";
    export const greeting = (...names: readonly string[]): string => [words.hello, ...names].join(" ");`,
  "config/words/index.ts": `export const words = { hello: "hello" } as const;`,
  "config/environments/index.ts": `export default { dev: (): string => require("./dev").default };`,
  "config/environments/dev.ts": `const mine: string = "dev";\nexport default mine;`,
  "node_modules/cdktf/lib/index.js": `exports.name = require("./name").name;`,
  "node_modules/cdktf/lib/name.js": `exports.name = "cdktf";`,
  "node_modules/cdktf/package.json": `{ "name": "cdktf", "main": "lib/index.js" }`,
  "package.json": readFileSync(join(ROOT, "package.json"), "utf8"),
};

function repository(): { root: string; put: (file: string, text: string) => void } {
  const root = temporary();
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const [file, text] of Object.entries(FILES)) put(file, text);
  cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
  for (const name of ["esbuild", "@esbuild"])
    symlinkSync(join(ROOT, "node_modules", name), join(root, "node_modules", name), "dir");
  return { root, put };
}

const START = ["bin/synth.js"];

function start(root: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, START, { cwd: root, encoding: "utf8" });
  return { code: status, stdout, stderr };
}
const hello = (root: string, text = "hello cdktf dev") => ({
  code: 0,
  stdout: `${text} ${root} ${join(root, "main.ts")} true\n`,
  stderr: "",
});

test("the second start reads what the first one compiled, and what is written between them is seen", () => {
  const { root, put } = repository();
  for (let at = 0; at < 3; at++) expect(start(root)).toEqual(hello(root));
  const folder = join(root, ".cache/program");
  const chunk = () => readdirSync(folder).filter((name) => name.startsWith("program-"));
  const [first] = chunk();
  expect(chunk()).toEqual([first]);
  const compiled = statSync(join(folder, first!, "chunk.js")).mtimeMs;

  // a module of the same length whose time was put back
  const words = join(root, "config/words/index.ts");
  const { atime, mtime } = statSync(words);
  put("config/words/index.ts", FILES["config/words/index.ts"].replace('"hello"', '"hullo"'));
  utimesSync(words, atime, mtime);
  expect(start(root)).toEqual(hello(root, "hullo cdktf dev"));
  expect(chunk()).toHaveLength(2);

  // as it was: what was compiled is still there
  put("config/words/index.ts", FILES["config/words/index.ts"]);
  expect(start(root)).toEqual(hello(root));
  expect(chunk()).toHaveLength(2);
  expect(statSync(join(folder, first!, "chunk.js")).mtimeMs).toBe(compiled);

  put("config/environments/dev.ts", "export default 'mine';");
  expect(start(root)).toEqual(hello(root, "hello cdktf mine"));
  expect(chunk()).toHaveLength(2);

  put("node_modules/cdktf/lib/name.js", `exports.name = "cdktg";`);
  for (let at = 0; at < 2; at++) expect(start(root)).toEqual(hello(root, "hello cdktg mine"));

  // another file that the same import leads to
  put("config/words.ts", `export const words = { hello: "hi" };`);
  expect(start(root)).toEqual(hello(root, "hi cdktg mine"));
  rmSync(join(root, "config/words.ts"));
  expect(start(root)).toEqual(hello(root, "hello cdktg mine"));
});

test("starts at the same time are all well, and leave nothing half written", async () => {
  const { root, put } = repository();
  const all = () =>
    Promise.all(
      Array.from(
        { length: 6 },
        () =>
          new Promise<string>((resolve) => {
            const child = spawn(process.execPath, START, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
            let output = "";
            child.stdout.on("data", (data) => (output += String(data)));
            child.on("close", (code) => resolve(`${code} ${output}`));
          }),
      ),
    );
  for (const word of ["hello", "hullo"]) {
    put("config/words/index.ts", FILES["config/words/index.ts"].replace('"hello"', `"${word}"`));
    const { code, stdout } = hello(root, `${word} cdktf dev`);
    expect(await all()).toEqual(Array.from({ length: 6 }, () => `${code} ${stdout}`));
  }
  const left = readdirSync(join(root, ".cache/program"), { recursive: true, encoding: "utf8" });
  expect(left.filter((name) => /\.\d+\.[a-z0-9]+$/.test(name) && !/\.v8$/.test(name))).toEqual([]);
  expect(start(root)).toEqual(hello(root, "hullo cdktf dev"));
});

test("where nothing can be written, it starts all the same, and what is compiled there already is read", () => {
  const { root } = repository();
  // a folder that is a file can be written by nobody
  writeFileSync(join(root, ".cache"), "");
  for (let at = 0; at < 2; at++) expect(start(root)).toEqual(hello(root));
  expect(readFileSync(join(root, ".cache"), "utf8")).toBe("");
});

test("what is broken in the folder of what is compiled is made anew", () => {
  const { root } = repository();
  expect(start(root)).toEqual(hello(root));
  const folder = join(root, ".cache/program");
  const [name] = readdirSync(folder).filter((one) => one.startsWith("program-"));
  rmSync(join(folder, name!, "chunk.js"));
  expect(start(root)).toEqual(hello(root));
  writeFileSync(join(folder, "program.stamp"), "nonsense");
  for (const one of readdirSync(join(folder, name!)).filter((file) => file.endsWith(".v8")))
    writeFileSync(join(folder, name!, one), "nonsense");
  for (let at = 0; at < 2; at++) expect(start(root)).toEqual(hello(root));
});

test("text of every language is what people wrote, in strings, patterns and packages", () => {
  const { root, put } = repository();
  put("config/words/index.ts", `export const words = { hello: /^[│é]$/.test("é") ? "hällo │ → 🚂" : "no" } as const;`);
  put("node_modules/cdktf/lib/name.js", `exports.name = /[→]/.test("→") ? "cdktf ∞" : "no"; // →`);
  for (let at = 0; at < 3; at++) expect(start(root)).toEqual(hello(root, "hällo │ → 🚂 cdktf ∞ dev"));
});

test("an import leads to the file beside it, and modules may import each other", () => {
  const { root, put } = repository();
  // the same words, in two folders
  put(
    "config/words/index.ts",
    `import { hello } from "./greeting";\nexport const words = { hello: hello() } as const;`,
  );
  put(
    "config/words/greeting.ts",
    `import { word } from "./word";\nexport const hello = () => word();\nexport const end = "lo";`,
  );
  put(
    "config/words/word/index.ts",
    `import { begin } from "./greeting";\nimport * as greeting from "../greeting";\nexport const word = () => begin + greeting.end;`,
  );
  put("config/words/word/greeting.ts", `export const begin = "hel";`);
  for (let at = 0; at < 2; at++) expect(start(root)).toEqual(hello(root));
});

test("what another loader has kept of packages is not read", () => {
  const { root, put } = repository();
  for (let at = 0; at < 2; at++) expect(start(root)).toEqual(hello(root));
  const packages = () => readdirSync(join(root, ".cache/program/packages")).filter((name) => name.endsWith(".js"));
  expect(packages()).toHaveLength(1);
  put("bin/program/chunk.js", `${readFileSync(join(root, "bin/program/chunk.js"), "utf8")}// of another release\n`);
  expect(start(root)).toEqual(hello(root));
  expect(packages()).toHaveLength(2);
});

test("stack traces name the lines that people wrote", () => {
  const { root, put } = repository();
  const fault = (name: string) =>
    `interface Long {\n  readonly a: string;\n}\nconst one: Long = { a: "b" };\nthrow new Error("${name}" + one.a);\n`;
  put("config/words/index.ts", fault("words "));
  // the second start has its functions from V8
  for (let at = 0; at < 2; at++) expect(start(root).stderr).toContain(`${join(root, "config/words/index.ts")}:5:7`);
  put("config/words/index.ts", FILES["config/words/index.ts"]);
  put("config/environments/dev.ts", fault("dev "));
  for (let at = 0; at < 2; at++)
    expect(start(root).stderr).toContain(`${join(root, "config/environments/dev.ts")}:5:7`);
  put("config/environments/dev.ts", FILES["config/environments/dev.ts"]);
  put("node_modules/cdktf/lib/name.js", "\n\nthrow new Error('name');");
  expect(start(root).stderr).toContain(`${join(root, "node_modules/cdktf/lib/name.js")}:3:7`);
});
