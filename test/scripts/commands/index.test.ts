import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scripts } from "../../../package.json";
import { COMMANDS } from "../../../scripts/commands";
import { ROOT } from "../../helpers/process";

interface Help {
  readonly code: number;
  readonly text: string;
}

/** Asks every command for its help, in one process that loads them as `railyard` does. */
function helps(): Readonly<Record<string, Help>> {
  const program = `
    require("./bin/program");
    const { COMMANDS } = require("./scripts/commands");
    (async () => {
      const helps = {};
      for (const [name, { load }] of Object.entries(COMMANDS)) {
        const lines = [];
        const print = (text) => lines.push(text);
        const context = { root: process.cwd(), outdir: undefined, clock: () => new Date(), print, printError: print };
        helps[name] = { code: await (await load())(["--help"], context), text: lines.join("\\n") };
      }
      console.log(JSON.stringify(helps));
    })();`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", program], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, Help>;
}

test("every command tells how it is used, what its options are and what its exit codes mean", () => {
  const help = helps();
  expect(Object.keys(help)).toEqual(Object.keys(COMMANDS));
  for (const [name, { code, text }] of Object.entries(help)) {
    expect({ name, code }).toEqual({ name, code: 0 });
    expect(`${name}: ${text}`).toMatch(/Exit code/);
    expect(`${name}: ${text}`).toMatch(/^ +--help +\S/m);
    expect(`${name}: ${text}`).toMatch(/(npx railyard|railyard|railyard\.js|npm run) /);
    // a terminal of 120 columns holds it
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(130);
  }
});

test("every command has a summary of one line", () => {
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(summary).toMatch(/^\S.{10,90}$/);
  }
});

test("every command is an npm script too", () => {
  for (const name of Object.keys(COMMANDS).filter((one) => one !== "synth")) {
    const script = (scripts as Readonly<Record<string, string>>)[name === "slurm-check" ? "slurm:check" : name];
    expect(script).toBe(`node bin/railyard.js ${name}`);
  }
});

test("the table of README is the table of commands; UPDATE_GOLDEN=1 writes it anew", () => {
  const file = join(ROOT, "README.md");
  const rowsOfReadme = /(?<=\| `npx railyard …` +\| what it does +\|\n\|[- |]+\|\n)(?:\|.*\|\n)+/;
  if (process.env["UPDATE_GOLDEN"] === "1") {
    const lines = commandRows().map((cells) => `| ${cells.join(" | ")} |\n`);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(rowsOfReadme, () => lines.join("")),
    );
    spawnSync("npx", ["oxfmt", "README.md"], { cwd: ROOT });
  }
  const [table = ""] = rowsOfReadme.exec(readFileSync(file, "utf8")) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(commandRows());
});

const commandRows = (): string[][] =>
  Object.entries(COMMANDS).map(([name, { define, summary }]) => [`\`${`${name} ${define().takes}`.trim()}\``, summary]);

test("a definition is of its own command, and each option and exit code is said", () => {
  for (const [name, { define }] of Object.entries(COMMANDS)) {
    const { name: own, examples, exitCodes, options, help } = define();
    expect(own).toBe(name);
    for (const [words] of examples) expect(words.split(" ")[0]).toBe(name);
    expect(Object.keys(exitCodes)).toEqual(expect.arrayContaining(["0", "1"]));
    // steps of the pipeline tell theirs themselves
    if (help) continue;
    for (const option of Object.values(options)) {
      expect(option.text).toMatch(/^\S.*[^.\s]$/);
      expect({ option, hasValue: option.value !== undefined }).toEqual({ option, hasValue: option.type === "string" });
    }
  }
});

test("help of all commands, and of one, loads nothing that does the work", () => {
  const program = `
    require("tsx/cjs");
    process.argv = [process.argv[0], "railyard", ...JSON.parse(process.env.WORDS)];
    process.on("exit", () => console.log(Object.keys(require.cache).filter((file) =>
      /\\/(zod|cdktf|@aws-sdk|constructs|stacks)\\/|\\/command\\.ts$/.test(file) && !file.includes("/cli/command.ts")).join("\\n")));
    require("./scripts/railyard.ts");`;
  for (const words of [["--help"], ["deploy", "--help"], ["help", "describe"]]) {
    const { stdout } = spawnSync(process.execPath, ["-e", program], {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, WORDS: JSON.stringify(words) },
    });
    expect(stdout).toMatch(/railyard[^]*Exit code/);
    expect(stdout.split("\n").filter((line) => line.startsWith("/"))).toEqual([]);
  }
});
