// Run by harness.sh: what `railyard deploy` asks of Slurm before it replaces the nodes of a group.
//
//   drain-nodes.ts GROUP SECONDS PROGRAM …
//
// PROGRAM … runs what comes after it where Slurm is. Prints what is told; once nodes are drained it waits for a line of input,
// as if a plan were applied, and resumes them.
import { once } from "node:events";
import { drainGroups } from "../../lib/slurm/drain-groups";
import { slurmBy } from "./slurm-by";

const [group = "", seconds = "", program = "", ...first] = process.argv.slice(2);

const slurm = slurmBy(program, first);

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
