import { gresConf } from "../../../constructs/slurm/gres-conf";

test("gres.conf detects GPUs without NVML, which the images lack", () => {
  expect(gresConf()).toBe("AutoDetect=nvidia\n");
});
