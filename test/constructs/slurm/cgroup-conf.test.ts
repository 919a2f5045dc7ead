import { cgroupConf } from "../../../constructs/slurm/cgroup-conf";

test("cgroup.conf keeps what the operator would write, and fences devices, cores and memory", () => {
  expect(cgroupConf().split("\n")).toEqual(
    expect.arrayContaining([
      "CgroupPlugin=cgroup/v2",
      "IgnoreSystemd=yes",
      "EnableControllers=yes",
      "ConstrainDevices=yes",
      "ConstrainCores=yes",
      "ConstrainRAMSpace=yes",
    ]),
  );
});
