import { prologScript } from "../../../constructs/slurm/prolog";
import { busyNvidiaSmi, runScript } from "../../helpers/slurm";

describe("the prolog", () => {
  const run = (gpus: number, busy: number, jobGpus?: string) =>
    runScript(prologScript(), {
      stubs: { "nvidia-smi": busyNvidiaSmi(gpus, busy) },
      env: { RAILYARD_PAUSE: "0", ...(jobGpus !== undefined && { SLURM_JOB_GPUS: jobGpus }) },
    });

  test("lets a job start whose GPUs answer and are idle", () => {
    expect(run(8, 0, "0,1,2,3,4,5,6,7").status).toBe(0);
  });

  test("asks nothing for jobs without GPUs", () => {
    expect(run(0, 9)).toMatchObject({ status: 0, calls: [] });
  });

  test("refuses when a GPU of the job does not answer", () => {
    expect(run(7, 0, "6,7")).toMatchObject({ status: 1, output: "railyard: 1 of 2 GPUs of the job answer\n" });
  });

  test("looks at the GPUs of the job alone", () => {
    expect(run(7, 0, "0,1").status).toBe(0);
  });

  test("waits for a process that is dying, but not for ever", () => {
    expect(run(8, 3, "0").status).toBe(0);
    expect(run(8, 99, "0")).toMatchObject({
      status: 1,
      output: "railyard: 1 processes still use the GPUs of the job\n",
    });
  });
});
