import { configMap, scriptFiles, textHash } from "../../../constructs/slurm/script-files";
import { slurmSample } from "../../helpers/slurm";

describe("scriptFiles", () => {
  test("has the scripts and the facts of each group", () => {
    const files = scriptFiles(slurmSample());
    expect(Object.keys(files)).toEqual([
      "health-check.sh",
      "task-prolog.sh",
      "railyard-srun",
      "enroot.conf",
      "node-h100.env",
      "node-cpu.env",
    ]);
    expect(files["node-h100.env"]).toBe("EXPECTED_GPUS=8\nEXPECTED_EFA_DEVICES=32\nSHARED_PATH=/fsx\n");
    expect(files["node-cpu.env"]).toContain("EXPECTED_GPUS=0\n");
  });

  test("names no shared path where there is none", () => {
    expect(scriptFiles(slurmSample({ volumes: [] }))["node-h100.env"]).toContain("SHARED_PATH=''\n");
  });

  test("keeps text as it is, and knows it again by its hash", () => {
    expect(configMap("n", "ns", { a: "x" })).toMatchObject({
      metadata: { name: "n", namespace: "ns" },
      data: { a: "x" },
    });
    expect(textHash("a")).toBe(textHash("a"));
    expect(textHash("a")).not.toBe(textHash("b"));
  });
});
