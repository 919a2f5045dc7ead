/** Whole numbers that the kernel takes for a setting; it answers others with EINVAL and keeps what it has. */
export interface SysctlBounds {
  readonly least: number;
  readonly most: number;
  /** Address of the page that says so. */
  readonly source: string;
}

const KERNEL = "https://docs.kernel.org/admin-guide/sysctl/kernel.html";
const VM = "https://docs.kernel.org/admin-guide/sysctl/vm.html";

/** Percent of memory. */
const PERCENT: SysctlBounds = { least: 0, most: 100, source: VM };

/** Settings with bounds that hold on every kernel of 64 bits that nodes have; others have none here. */
export const SYSCTL_BOUNDS: Readonly<Record<string, SysctlBounds>> = {
  // the least one is above the 300 that the kernel keeps, and rises with its CPUs
  "kernel.pid_max": {
    least: 301,
    most: 4_194_304,
    source: "https://github.com/torvalds/linux/blob/v6.12/kernel/pid.c",
  },
  "kernel.unprivileged_bpf_disabled": { least: 0, most: 2, source: KERNEL },
  "kernel.yama.ptrace_scope": { least: 0, most: 3, source: "https://docs.kernel.org/admin-guide/LSM/Yama.html" },
  "net.ipv4.tcp_mtu_probing": { least: 0, most: 2, source: "https://docs.kernel.org/networking/ip-sysctl.html" },
  "vm.compaction_proactiveness": PERCENT,
  "vm.dirty_background_ratio": PERCENT,
  "vm.dirty_ratio": PERCENT,
  "vm.overcommit_memory": { least: 0, most: 2, source: VM },
  "vm.panic_on_oom": { least: 0, most: 2, source: VM },
  "vm.swappiness": { least: 0, most: 200, source: VM },
};
