/** Where the kernel's arguments are written down. */
export const KERNEL_PARAMETERS = "https://docs.kernel.org/admin-guide/kernel-parameters.html";

/** Arguments for what a profile says by a key of its own, which is named. */
export const ARGUMENTS_WITH_KEYS: Readonly<Record<string, string>> = {
  hugepages: "hugepages2Mi",
  hugepagesz: "hugepages2Mi",
  // pages of hugepages2Mi are of the default size
  default_hugepagesz: "hugepages2Mi",
  transparent_hugepage: "transparentHugepages",
  numa_balancing: 'sysctl: { "kernel.numa_balancing": … }',
  "cpufreq.default_governor": "governor",
};

const NO_NODE = "another program than systemd is started, and the node never joins";
const LESS_MEMORY = "the kernel uses less memory than the node has by its type";
const FEWER_CPUS = "the kernel uses fewer CPUs than the node has by its type";

/** Arguments with which a node does not come up as what its type says: what happens, as the end of a sentence. */
export const ARGUMENTS_THAT_BREAK: Readonly<Record<string, string>> = {
  init: NO_NODE,
  rdinit: NO_NODE,
  single: "the node stops at a shell for one person",
  emergency: "the node stops at a shell for one person",
  "systemd.unit": "the node boots into another target than the one that starts kubelet",
  mem: LESS_MEMORY,
  maxcpus: FEWER_CPUS,
  nr_cpus: FEWER_CPUS,
  nosmp: FEWER_CPUS,
};

/** Arguments that keep modules from being loaded, with commas between their names. */
export const MODULE_BLACKLISTS: readonly string[] = ["module_blacklist", "modprobe.blacklist", "rd.driver.blacklist"];
