import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../helpers/process";
import { temporaryFolders } from "../helpers/terraform";

const temporary = temporaryFolders();

test("after npm has installed, packages are without what other languages need, and a second time there is nothing to do", () => {
  const root = temporary();
  cpSync(join(ROOT, "bin"), join(root, "bin"), { recursive: true });
  const packages = ["node_modules/cdktf", "node_modules/@cdktf/provider-x", "node_modules/another"];
  for (const name of packages) {
    mkdirSync(join(root, name), { recursive: true });
    for (const file of [".jsii", "index.js"]) writeFileSync(join(root, name, file), "x".repeat(600_000));
  }
  const run = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/after-install.js"], {
      cwd: root,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  expect(run()).toEqual({ status: 0, stdout: "Removed 1 MB that only other languages need.\n", stderr: "" });
  expect(packages.map((name) => readdirSync(join(root, name)))).toEqual([
    ["index.js"],
    ["index.js"],
    [".jsii", "index.js"],
  ]);
  expect(run()).toEqual({ status: 0, stdout: "", stderr: "" });
});
