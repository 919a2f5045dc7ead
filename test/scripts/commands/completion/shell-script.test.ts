import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SHELLS, shellScript, type Shell } from "../../../../scripts/commands/completion/shell-script";

/** How each shell is asked, without a person, what a line becomes. */
const ASK: Readonly<Record<Shell, (script: string, words: readonly string[]) => readonly string[]>> = {
  bash: (script, words) => [
    "--norc",
    "-c",
    `. '${script}'; COMP_WORDS=(railyard ${words.map(quote).join(" ")}); COMP_CWORD=${words.length}; _railyard 2> /dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, words) => [
    "-f",
    "-c",
    `compdef() { :; }; . '${script}'; compadd() { shift; print -rl -- "$@"; }; _files() { print files; }; words=(railyard ${words.map(quote).join(" ")}); CURRENT=${words.length + 1}; _railyard`,
  ],
  fish: (script, words) => [
    "--no-config",
    "-c",
    `source '${script}'; complete -C ${quote(`railyard ${words.join(" ")}`)}`,
  ],
};
const quote = (word: string) => `'${word}'`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "railyard's-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that answers as `railyard` does, and says what it was asked. */
function program(): string {
  const file = join(folder, "railyard.js");
  writeFileSync(
    file,
    `const words = process.argv.slice(2);
if (words[0] !== "completion" || words[1] !== "--words") console.log("ran", words.join(" "));
else for (const word of ["describe", "destroy", "nodeGroups.h100"]) if (word.startsWith(words.at(-1))) console.log(word);`,
  );
  return file;
}

describe.each(SHELLS)("%s", (shell) => {
  const missing = spawnSync(shell, ["--version"]).error !== undefined;
  const skip = missing && process.env["CI"] !== "true";
  if (skip) process.stderr.write(`Skipped, since ${shell} is missing: completion in ${shell}\n`);
  const inShell = skip ? test.skip : test;

  function run(args: (script: string) => readonly string[]): string {
    const script = join(tmpdir(), `railyard-completion-${process.pid}.${shell}`);
    writeFileSync(script, shellScript(shell, program()));
    try {
      const { stdout, stderr, error } = spawnSync(shell, args(script), { encoding: "utf8" });
      if (error) throw error;
      expect(stderr).toBe("");
      return stdout;
    } finally {
      rmSync(script);
    }
  }

  inShell("completes the word that is being typed", () => {
    expect(run((script) => ASK[shell](script, ["des"])).split("\n")).toEqual(["describe", "destroy", ""]);
    expect(run((script) => ASK[shell](script, ["explain", "node"])).split("\n")).toContain("nodeGroups.h100");
  });

  inShell("makes railyard a word of the shell, wherever the program is", () => {
    const args = { bash: ["--norc", "-c"], zsh: ["-f", "-c"], fish: ["--no-config", "-c"] }[shell];
    const completed = run((script) => [
      ...args,
      `${shell === "zsh" ? "compdef() { :; }; " : ""}. '${script}'; railyard describe "a b"`,
    ]);
    expect(completed).toBe("ran describe a b\n");
  });
});
