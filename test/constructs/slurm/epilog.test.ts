import { epilogScript } from "../../../constructs/slurm/epilog";
import { busyNvidiaSmi, runScript } from "../../helpers/slurm";

const env = { RAILYARD_PAUSE: "0", RAILYARD_SHM: "$FOLDER/shm", SLURM_JOB_UID: "54321" };

describe("the epilog", () => {
  const run = (busy: number, jobGpus: string | undefined, change: Record<string, string> = {}) =>
    runScript(epilogScript(), {
      stubs: { "nvidia-smi": busyNvidiaSmi(8, busy), pgrep: "exit 1", ...change },
      files: { "shm/left-over": "data" },
      env: { ...env, ...(jobGpus !== undefined && { SLURM_JOB_GPUS: jobGpus }) },
    });

  test("removes what the job's user left in shared memory", () => {
    const find = 'echo "$@" >> "$FOLDER/removed"';
    expect(run(0, undefined, { find }).file("removed")).toMatch(/shm -mindepth 1 -xdev -user 54321 -delete/);
  });

  test("removes nothing while the user still runs something on the node", () => {
    const run2 = run(0, undefined, { pgrep: "echo 1", find: 'echo "$@" >> "$FOLDER/removed"' });
    expect(run2.file("removed")).toBeUndefined();
  });

  test("removes nothing of root", () => {
    const script = runScript(epilogScript(), {
      stubs: { pgrep: "exit 1", find: 'echo x >> "$FOLDER/removed"' },
      env: { ...env, SLURM_JOB_UID: "0" },
    });
    expect(script.file("removed")).toBeUndefined();
  });

  test("waits until the GPUs are idle", () => {
    expect(run(10, "0,1").status).toBe(0);
  });

  test("fails, which drains the node, when GPUs stay in use", () => {
    expect(run(99, "0,1")).toMatchObject({
      status: 1,
      output: "railyard: 1 processes of the job still use its GPUs\n",
    });
  });
});
