import { slurmRunner } from "../../../scripts/verify/slurm";
import { APPLICATIONS } from "../../../scripts/verify/checks/applications";
import { sample } from "../../helpers/environment";

const pool = sample().env.nodeGroups.find(({ name }) => name === "h100")!;
const check = APPLICATIONS[0]!;
const job = { tasksPerNode: 8, image: null, mpi: true, env: {}, script: "xhpl" };

/** What is told of a run that srun ended with these words. */
async function reasonOf(words: string): Promise<unknown> {
  const runner = slurmRunner({
    slurm: () => Promise.reject(new Error(words)),
    partitions: { h100: "train" },
    jobName: "verify",
  });
  return runner.run(job, { check, pool, nodes: ["h100-0", "h100-1"] }).catch((error: unknown) => error);
}

// the first was recorded with HPL 2.3 and Slurm 22.05, one of whose ranks was killed
test.each([
  [
    "/usr/bin/bash: line 46: 14564 Killed                  xhpl 2>&1\nslurmstepd-h100-0: error:  mpi/pmix_v4: _errhandler: h100-0 [0]: pmixp_client_v2.c:211: Error handler invoked: status = -61\n- Computational tests pass if scaled residuals are less than                16.0\n",
    "/usr/bin/bash: line 46: 14564 Killed                  xhpl 2>&1",
  ],
  [
    "slurmstepd: error: *** STEP 2.0 ON h100-0 CANCELLED AT 2026-11-28T20:57:38 ***\nhalf\n",
    "slurmstepd: error: *** STEP 2.0 ON h100-0 CANCELLED AT 2026-11-28T20:57:38 ***",
  ],
  ["srun: error: *** STEP 2.0 ON h100-0 CANCELLED AT x DUE TO TIME LIMIT ***", "it took longer than its time limit"],
  ["srun: error: Unable to create step\n", "srun: error: Unable to create step"],
  ["", "srun failed"],
])("of %j", async (words, why) => {
  expect(await reasonOf(words)).toMatchObject({ message: why });
});
