import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { version } from "../../package.json";
import { ROOT } from "../helpers/process";

const BIN = join(ROOT, "bin", "railyard.js");
const railyard = (...args: string[]) => spawnSync(process.execPath, [BIN, ...args], { encoding: "utf8" });

test("alone it tells of its commands", () => {
  const { status, stdout, stderr } = railyard();
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^ {2}synth +check environments/m);
});

test("help of a command is its --help", () => {
  expect(railyard("help", "rules").stdout).toBe(railyard("rules", "--help").stdout);
});

test("says its version", () => expect(railyard("--version").stdout).toBe(`${version}\n`));

test("fails for a command that it does not have, and offers the nearest", () => {
  const { status, stdout, stderr } = railyard("reveiw");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe('There is no command "reveiw": did you mean review?\nSee railyard --help\n');
});

test("a reader that has seen enough is no error", () => {
  const shell = `'${process.execPath}' '${BIN}' rules | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", shell], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^rule .*\n0\n$/);
});
