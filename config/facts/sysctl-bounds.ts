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

/**
 * Limits of a whole node that the kernel lets anybody lower until nothing works, with the least that leaves a node alive.
 * `what`: why less is too few, as the end of a sentence.
 */
export const LEAST_SYSCTLS: Readonly<
  Record<string, { readonly least: number; readonly what: string; readonly source: string }>
> = {
  "fs.file-max": {
    least: 8192,
    what: "all programs of a node share its open files, and the kernel itself never begins with fewer than 8192",
    source: "https://github.com/torvalds/linux/blob/v6.12/include/linux/fs.h (NR_FILE)",
  },
  "fs.nr_open": {
    least: 1024,
    what: "no program may have more files open, and 1024 is what one has with no limit of its own",
    source: "https://github.com/torvalds/linux/blob/v6.12/include/uapi/linux/fs.h (INR_OPEN_CUR)",
  },
};

/** Names of the kernel that are a slip away from another one, and are meant. */
export const SYSCTL_NEIGHBOURS: readonly string[] = ["net.ipv4.tcp_mem", "net.ipv4.udp_mem"];

/** Largest number of 32 bits with a sign, which is what the kernel keeps most settings in. */
export const INT_MAX = 2_147_483_647;
