import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson, { version } from "../../package.json";
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
  expect(stderr).toBe('There is no command "reveiw": did you mean review?\nSee npx railyard --help\n');
});

test("a reader that has seen enough is no error", () => {
  const shell = `'${process.execPath}' '${BIN}' rules | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", shell], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^rule .*\n0\n$/);
});

describe("on a machine that is not set up", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "railyard-bare-"));
    cpSync(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const start = (engines: { readonly node: string }) => {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...packageJson, engines }));
    return spawnSync(process.execPath, [join(folder, "bin", "railyard.js"), "rules"], { encoding: "utf8" });
  };

  test("it says that packages are missing, and what to type", () => {
    const { status, stderr } = start(packageJson.engines);
    expect(status).toBe(1);
    expect(stderr).toBe(`The packages of Railyard are not installed. Run: cd ${folder} && npm ci\n`);
  });

  test("it says which Node it needs", () => {
    const { status, stderr } = start({ node: ">=99.1" });
    expect(status).toBe(1);
    expect(stderr).toBe(`Railyard needs Node >=99.1, but this is ${process.versions.node}.\n`);
    expect(start({ node: ">=20.0" }).stderr).toContain("not installed");
  });
});
