import { join } from "node:path";
import { runProgram } from "../../../../scripts/dev/cdktn/run-program";
import { temporaryFolders, writeProgram } from "../../../helpers/terraform";

const temporary = temporaryFolders();

const NAMES = ["GIT_DIR", "CDKTF_OUTDIR", "npm_package_name", "SYNTH_HCL_OUTPUT"];

afterEach(() => {
  for (const name of NAMES) delete process.env[name];
});

const run = (program: string, more: object = {}) =>
  runProgram({ program, args: ["a"], folder: temporary(), otherwise: "It was for nothing", ...more });

test("gives what the program printed", async () => {
  const { stdout } = await run(writeProgram(temporary(), "say", 'echo "$1 $MORE"'), { env: { MORE: "b" } });
  expect(stdout).toBe("a b\n");
});

test("keeps back what would lead it to another project or another output", async () => {
  for (const name of NAMES) process.env[name] = "here";
  const { stdout } = await run(writeProgram(temporary(), "say", "env"));
  for (const name of NAMES) expect(stdout).not.toContain(`${name}=`);
  expect(stdout).toContain("PATH=");
});

test("fails with what it is for, and what was printed", async () => {
  await expect(run(writeProgram(temporary(), "fail", "echo why >&2; exit 3"))).rejects.toThrow(
    /^It was for nothing\. \S+fail a failed:\nwhy$/,
  );
  await expect(run(join(temporary(), "none"))).rejects.toThrow(/^It was for nothing: there is no program \S+none$/);
});
