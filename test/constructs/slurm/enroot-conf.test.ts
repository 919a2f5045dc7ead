import { enrootConf } from "../../../constructs/slurm/enroot-conf";

test("enroot.conf puts layers and roots on scratch space, one folder for each user", () => {
  const lines = enrootConf().split("\n");
  expect(lines).toContain("ENROOT_CACHE_PATH /scratch/enroot/cache-$(id -u)");
  expect(lines).toContain("ENROOT_DATA_PATH /scratch/enroot/data-$(id -u)");
  expect(lines.some((line) => line.startsWith("ENROOT_RUNTIME_PATH /run/"))).toBe(true);
});
