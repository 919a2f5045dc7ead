import { scriptFiles } from "../../../constructs/slurm/script-files";
import { GB200, onlyGroup, runScript, slurmSample } from "../../helpers/slurm";

describe("scriptFiles", () => {
  test("has the scripts and the facts of each group", () => {
    const files = scriptFiles(slurmSample());
    expect(Object.keys(files)).toEqual([
      "health-check.sh",
      "task-prolog.sh",
      "railyard-srun",
      "enroot.conf",
      "enroot-mounts",
      "node-h100.env",
      "node-cpu.env",
    ]);
    expect(files["node-h100.env"]).toBe("EXPECTED_GPUS=8\nEXPECTED_EFA_DEVICES=32\nSHARED_PATH=/fsx\n");
    expect(files["node-cpu.env"]).toContain("EXPECTED_GPUS=0\n");
  });

  test("has what NCCL is told where NVLink spans nodes, and tasks get what their job has not set", () => {
    const files = scriptFiles(onlyGroup(GB200));
    expect(files["nccl-gb200.env"]).toBe("FI_PROVIDER=efa\nNCCL_MNNVL_ENABLE=1\nNCCL_NVLS_ENABLE=1\n");
    const run = runScript(files["task-prolog.sh"]!, {
      files: { "nccl.env": files["nccl-gb200.env"]! },
      env: { RAILYARD_VARIABLES: "$FOLDER/nccl.env", NCCL_NVLS_ENABLE: "0", AWS_REGION: "x", RAILYARD_TOKEN: "/none" },
      stubs: {},
    });
    expect(run).toMatchObject({ status: 0, output: "export FI_PROVIDER=efa\nexport NCCL_MNNVL_ENABLE=1\n" });
    const none = runScript(files["task-prolog.sh"]!, {
      env: { RAILYARD_VARIABLES: "/none", AWS_REGION: "x", RAILYARD_TOKEN: "/none" },
      stubs: {},
    });
    expect(none).toMatchObject({ status: 0, output: "" });
  });

  test("names no shared path where there is none", () => {
    expect(scriptFiles(slurmSample({ volumes: [] }))["node-h100.env"]).toContain("SHARED_PATH=''\n");
  });
});
