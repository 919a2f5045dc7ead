// Run by harness.sh: what `railyard deploy` asks of Slurm before it replaces the nodes of a group.
//
//   drain-nodes.ts GROUP SECONDS PROGRAM …
//
// PROGRAM … runs what comes after it where Slurm is. Prints what is told; once nodes are drained it waits for a line of input,
// as if a plan were applied, and resumes them.
import { once } from "node:events";
import { drainGroups } from "../../lib/slurm/drain-groups";
import { ExpectedError } from "../../lib/errors/expected-error";
import { runChild } from "../../lib/process/child";
import type { SlurmProgram } from "../../lib/slurm/controller";

const [group = "", seconds = "", program = "", ...first] = process.argv.slice(2);

const slurm: SlurmProgram = async (...args) => {
  const { code, stdout, stderr } = await runChild({
    program,
    args: [...first, ...args],
    folder: "/",
    env: process.env,
  });
  if (code !== 0) throw new ExpectedError(`${args.join(" ")}: ${stderr.trim()}`);
  return stdout;
};

async function main(): Promise<void> {
  const deadline = Date.now() + Number(seconds) * 1000;
  const drained = await drainGroups(slurm, [group], { pollSeconds: 0.5, deadline, tell: console.log });
  console.log("applying");
  await once(process.stdin, "data");
  await drained.resume();
  process.stdin.destroy();
}

main().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
