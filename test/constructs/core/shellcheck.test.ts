import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../helpers/process";

const hasShellcheck = spawnSync("shellcheck", ["--version"]).status === 0;
if (!hasShellcheck) {
  if (process.env["CI"]) throw new Error("shellcheck is not on the PATH: apt-get install shellcheck");
  console.warn("shellcheck is not on the PATH: scripts are not checked with it");
}

/** What shellcheck says of files. */
const findings = (...files: string[]): string =>
  spawnSync("shellcheck", ["--severity=style", "--format=gcc", ...files], { cwd: ROOT, encoding: "utf8" }).stdout;

(hasShellcheck ? test : test.skip)("shellcheck finds nothing in the scripts for nodes and pods", () => {
  const scripts = readdirSync(join(ROOT, "constructs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".sh"))
    .map((file) => join("constructs", file));
  expect(scripts).toContain("constructs/slurm/files/prolog.sh");
  expect(findings(...scripts)).toBe("");
});
