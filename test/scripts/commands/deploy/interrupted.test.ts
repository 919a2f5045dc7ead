import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../../../../scripts/lib/process/process-alive";
import { fakeProgram, planJson, WAIT_FOR_SIGNAL } from "../../../helpers/deploying";
import { ROOT, WITH_TYPESCRIPT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

/** The command as a process of its own, which writes into another folder than the repository's. */
const PROGRAM = `
const missing = Object.assign(new Error("no state"), { name: "NoSuchKey", $metadata: { httpStatusCode: 404 } });
const aws = { client: () => ({ send: () => Promise.reject(missing) }) };
const { deployCommand } = require(${JSON.stringify(join(ROOT, "scripts/commands/deploy/command.ts"))});
deployCommand(process.argv.slice(1), {
  root: process.env.DEPLOY_ROOT,
  clock: () => new Date("2026-11-21T12:00:00Z"),
  print: (text) => process.stdout.write(text + "\\n"),
  printError: (text) => process.stderr.write(text + "\\n"),
}, process.env, undefined, aws).then((code) => { process.exitCode = code; });
`;

/** Terraform whose apply goes on until it is interrupted, and writes its state then, or never ends. */
async function deploying(onInterrupt: string) {
  const at = folder();
  const [root, temporary] = [join(at, "root"), join(at, "tmp")];
  for (const one of [root, temporary]) mkdirSync(one);
  const { file, calls } = fakeProgram(
    at,
    "terraform",
    `version*) echo '{"terraform_version":"1.11.4"}';;
plan*) for word in "$@"; do case "$word" in -out=*) echo secret >"\${word#-out=}";; esac; done; exit 2;;
show*) cat plan.json;;
apply*) trap '${onInterrupt}' INT; echo $$ >pid; : >began; ${WAIT_FOR_SIGNAL};;`,
  );
  writeFileSync(join(at, "plan.json"), JSON.stringify(planJson({ "aws_vpc.vpc": { actions: ["create"] } })));
  const env = {
    ...process.env,
    DEPLOY_ROOT: root,
    TERRAFORM_BINARY_NAME: file,
    TMPDIR: temporary,
  };
  const args = [
    ...WITH_TYPESCRIPT,
    "-e",
    PROGRAM,
    "--",
    "dev",
    "--yes",
    "--no-preflight",
    "--only",
    "dev-network",
    "--json",
  ];
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close") as Promise<[number | null]>;
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  while (!existsSync(join(at, "began")) && child.exitCode === null) await sleep(20);
  const waitFor = async (text: string) => {
    while (!stderr.includes(text) && child.exitCode === null) await sleep(10);
  };
  return {
    at,
    child,
    waitFor,
    closed,
    calls,
    plans: () => readdirSync(temporary),
    output: () => ({ stdout, stderr }),
  };
}

test("Ctrl-C lets Terraform end its apply, once; then the command ends with 130, and no plan is left", async () => {
  const { at, child, closed, calls, plans, output } = await deploying("echo interrupted >>ended; exit 1");
  expect(plans()).toHaveLength(1);
  child.kill("SIGINT");
  const [code] = await closed;
  const { stdout, stderr } = output();
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
  expect(stderr).toMatch(/Interrupted: Terraform ends what it is at\. Again kills it\.\nInterrupted \(SIGINT\)\./);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readFileSync(join(at, "ended"), "utf8")).toBe("interrupted\n");
  expect(calls().filter((call) => call.startsWith("apply"))).toHaveLength(1);
  expect(plans()).toEqual([]);
});

test("a second Ctrl-C ends it at once, with Terraform, and no plan is left either", async () => {
  const { at, child, waitFor, closed, plans } = await deploying(":");
  child.kill("SIGINT");
  await waitFor("Again kills it.");
  child.kill("SIGINT");
  expect(await closed).toEqual([130, null]);
  expect(plans()).toEqual([]);
  const pid = Number(readFileSync(join(at, "pid"), "utf8"));
  // the kernel ends it in its own time; the test's time limit is the assertion
  while (isAlive(pid)) await sleep(10);
});
