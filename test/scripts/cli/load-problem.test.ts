import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../helpers/process";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-load-"));
  for (const entry of ["bin", "config", "constructs", "scripts", "stacks", "main.ts", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, entry), join(root, entry), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

test("without packages, every program says how to get them", () => {
  for (const program of ["bin/synth.js", "bin/railyard.js"])
    expect(run(program)).toEqual({
      code: 1,
      stdout: "",
      stderr: `The packages of Railyard are not installed. Run: cd ${root} && npm ci\n`,
    });
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const started = Object.entries(scripts).filter(([, line]) => /main\.ts|scripts\/\w/.test(line));
  expect(started).toEqual([]);
});

test.each([
  [
    "config/facts/instance-types.json",
    "{",
    /^config\/facts\/instance-types\.json cannot be read: .*\nMend it, or take it as it was: git diff /,
  ],
  ["config/facts/lustre.ts", "export const = 1;", /^config\/facts\/lustre\.ts cannot be read: 1:13: .*\nMend it/],
])("a broken %s is told in words by every program", (file, text, words) => {
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
  const before = readFileSync(join(root, file));
  try {
    writeFileSync(join(root, file), text);
    for (const args of [
      ["bin/synth.js", "dev"],
      ["bin/railyard.js", "describe", "dev"],
    ])
      expect(run(...args)).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(words) });
  } finally {
    writeFileSync(join(root, file), before);
    rmSync(join(root, "node_modules"));
  }
});

test("what is printed and cannot arrive is told; who reads no further has seen enough", () => {
  const shell = (line: string) => spawnSync("bash", ["-c", line], { cwd: ROOT, encoding: "utf8" });
  const full = shell(`${process.execPath} bin/railyard.js rules > /dev/full; echo $?`);
  expect([full.stdout, full.stderr]).toEqual([
    "1\n",
    "The output is not complete: there is no space left where it goes.\n",
  ]);
  const head = shell(`${process.execPath} bin/railyard.js rules --json | head -c 10; echo " \${PIPESTATUS[0]}"`);
  expect([head.stdout.slice(-3), head.stderr]).toEqual([" 0\n", ""]);
});
