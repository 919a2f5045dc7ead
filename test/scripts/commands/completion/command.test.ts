import { completionCommand } from "../../../../scripts/commands/completion/command";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../helpers/process";

const railyard = (...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, "bin", "railyard.js"), ...args], { encoding: "utf8" });

test("the script of a shell starts this checkout, whatever folder it is asked in", () => {
  const { status, stdout, stderr } = railyard("completion", "bash");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain(join(ROOT, "bin", "railyard.js"));
});

test("words are answered a line each, and nothing is no error", () => {
  expect(railyard("completion", "--words", "explain", "dev", "reg")).toMatchObject({ status: 0, stdout: "region\n" });
  expect(railyard("completion", "--words", "zzz")).toMatchObject({ status: 0, stdout: "" });
});

test("fails for a shell that it does not know, and offers the nearest", () => {
  const { status, stdout, stderr } = railyard("completion", "bsh");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("did you mean bash or zsh?");
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("the bin of the package is the one that npx starts", () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { bin: string };
  expect(bin).toBe("bin/railyard.js");
});

test("help names the program by its path: npx would ask the registry, where a shell starts", () => {
  const lines: string[] = [];
  const context = {
    root: ROOT,
    clock: () => new Date(),
    print: (text: string) => lines.push(text),
    printError: () => {},
  };
  return Promise.resolve(completionCommand(["--help"], context, {})).then((code) => {
    expect(code).toBe(0);
    expect(lines.join("\n")).toContain(`eval "$(node ${join(ROOT, "bin/railyard.js")} completion bash)"`);
    expect(lines.join("\n")).not.toContain("npx");
  });
});
