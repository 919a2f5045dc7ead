import { settingLines } from "./conf-text";

/**
 * cgroup.conf. The operator's own has the first two lines only, and then any job can open any GPU and take all memory.
 * `IgnoreSystemd`: pods have no systemd. Swap is left alone: EKS nodes have none.
 * @see https://slurm.schedmd.com/cgroup.conf.html
 */
export function cgroupConf(): string {
  return settingLines({
    CgroupPlugin: "cgroup/v2",
    IgnoreSystemd: "yes",
    EnableControllers: "yes",
    ConstrainCores: "yes",
    ConstrainDevices: "yes",
    ConstrainRAMSpace: "yes",
    ConstrainSwapSpace: "no",
  });
}
