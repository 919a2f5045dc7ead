import { argument, FSX_CLIENTS, lustre, row, sysctl, type HostSetting, type TuningPurpose } from "./host-setting";

const NVIDIA = "https://github.com/NVIDIA/skyhook-packages/blob/3f9169b/nvidia-tuned/profiles";
const BASE = `${NVIDIA}/common/nvidia-base/tuned.conf`;
const TRAINING = `${NVIDIA}/os/common/nvidia-h100-multiNodeTraining/tuned.conf`;
const INFERENCE = `${NVIDIA}/os/common/nvidia-h100-inference/tuned.conf`;
const H100 = `${NVIDIA}/os/common/nvidia-h100-performance/tuned.conf`;
const GB200 = `${NVIDIA}/os/common/nvidia-gb200-performance/tuned.conf`;
const STACK = `${NVIDIA}/os/common/nvidia-gb200-performance/containerd_service.sh`;
const EFA = "https://github.com/ofiwg/libfabric/blob/main/prov/efa/docs/overview.md";
const MEMLOCK = "https://github.com/NVIDIA/nccl-tests/issues/206";
const EKS_AMI = "https://github.com/awslabs/amazon-eks-ami/blob/v20260724/templates/al2023";
const KERNEL = "https://docs.kernel.org";

const GPU: readonly TuningPurpose[] = ["training", "inference"];
const ALL: readonly TuningPurpose[] = ["training", "inference", "cpu"];

/**
 * Every setting that has a source, with its reason. Of IRQ affinity and transparent huge pages no maker asks for a value: they
 * are here without a default. A value that config names and that is not here has the reason that whoever wrote it knows.
 * @see each row's own source, read 2026-07 to 2026-11
 */
export const HOST_SETTINGS: readonly HostSetting[] = [
  {
    path: ["hugepages2Mi"],
    kind: "hugepages",
    at: "vm.nr_hugepages",
    value: "5128",
    compare: "at-least",
    purposes: ALL,
    when: ["huge-pages"],
    disturbs: true,
    mayLack: null,
    why: "Buffers of EFA are in huge pages, which pods ask for: without them libfabric ends, or takes slower memory. AWS's installer reserves as many.",
    source: EFA,
  },
  row(["limits", "memlock"], "unit-limit", "LimitMEMLOCK", "infinity", {
    purposes: ALL,
    when: ["fabric"],
    disturbs: true,
    why: "RDMA pins what it sends, containers inherit the limit of containerd, and Kubernetes has no key for it in a pod.",
    source: MEMLOCK,
  }),
  row(["limits", "stack"], "unit-limit", "LimitSTACK", "67108864", {
    purposes: GPU,
    when: ["coherent"],
    disturbs: true,
    why: "Grace runs with pages of 64 KiB, and thread stacks of the usual size are too small for some libraries there.",
    source: STACK,
  }),
  ...(
    [
      ["net.core.rmem_max", "536870912"],
      ["net.core.wmem_max", "536870912"],
      ["net.core.rmem_default", "134217728"],
      ["net.core.wmem_default", "134217728"],
      ["net.core.netdev_max_backlog", "10000"],
      ["net.ipv4.tcp_max_syn_backlog", "8192"],
    ] as const
  ).map(([name, value]) =>
    sysctl(name, value, {
      compare: "at-least",
      purposes: ["training"],
      why: "TCP carries the start of NCCL, checkpoints and data: at 100 Gbps and more the kernel's buffers and queues are too small.",
      source: TRAINING,
    }),
  ),
  sysctl("net.ipv4.tcp_rmem", "4096 87380 268435456", {
    purposes: ["training"],
    why: "One TCP connection to storage fills a fast card only with a window of this size.",
    source: TRAINING,
  }),
  sysctl("net.ipv4.tcp_wmem", "4096 65536 268435456", {
    purposes: ["training"],
    why: "One TCP connection to storage fills a fast card only with a window of this size.",
    source: TRAINING,
  }),
  sysctl("net.core.default_qdisc", "fq", {
    purposes: ["training"],
    when: ["own-kernel"],
    why: "BBR paces its packets with this queue.",
    source: TRAINING,
  }),
  sysctl("net.ipv4.tcp_congestion_control", "bbr", {
    purposes: ["training"],
    when: ["own-kernel"],
    why: "It keeps the rate where single packets are lost. The kernel must have tcp_bbr: for Amazon Linux no document says so.",
    source: TRAINING,
  }),
  ...(["all", "default"] as const).flatMap((which) => [
    sysctl(`net.ipv4.conf.${which}.arp_announce`, "2", {
      purposes: GPU,
      when: ["rails"],
      why: "Rails are in one subnet: a card must ask with its own address, or answers come to another one.",
      source: BASE,
    }),
    sysctl(`net.ipv4.conf.${which}.arp_ignore`, "1", {
      purposes: GPU,
      when: ["rails"],
      why: "Rails are in one subnet: a card must answer for its own address alone.",
      source: BASE,
    }),
  ]),
  sysctl("kernel.numa_balancing", "0", {
    purposes: ["training"],
    disturbs: true,
    why: "Ranks are pinned to a socket: the kernel's moving of pages only stalls them.",
    source: GB200,
  }),
  sysctl("vm.swappiness", "1", {
    purposes: ["inference"],
    why: "A page that was swapped out is a request that waits.",
    source: INFERENCE,
  }),
  sysctl("vm.overcommit_memory", "1", {
    purposes: GPU,
    when: ["coherent"],
    why: "CUDA reserves address space for the memory of all GPUs, which the kernel's estimate refuses.",
    source: GB200,
  }),
  ...(
    [
      [
        "fs.inotify.max_user_instances",
        "65535",
        "Each loader and sidecar watches files, and all of a node share one limit.",
      ],
      [
        "fs.inotify.max_user_watches",
        "524288",
        "Each loader and sidecar watches files, and all of a node share one limit.",
      ],
      ["vm.max_map_count", "262144", "Checkpoints and models are mapped in many pieces."],
      ["kernel.threads-max", "16512444", "Loaders of many ranks have many threads on one node."],
      ["vm.min_free_kbytes", "65536", "Network drivers take memory where they must not wait for it."],
    ] as const
  ).map(([name, value, why]) => sysctl(name, value, { compare: "at-least", purposes: GPU, why, source: GB200 })),
  row(["governor"], "sysfs", "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor", "performance", {
    purposes: ALL,
    disturbs: true,
    mayLack: "the hypervisor or the firmware chooses the frequency",
    why: "Clocks that rise with load make each short step between two GPU kernels slow.",
    source: BASE,
  }),
  row(["transparentHugepages"], "sysfs", "/sys/kernel/mm/transparent_hugepage/enabled", "madvise", {
    purposes: [],
    disturbs: true,
    mayLack: "the kernel was built without them",
    why: "No maker asks for a value; madvise leaves it to each program.",
    source: `${KERNEL}/admin-guide/mm/transhuge.html`,
  }),
  row(["nvme", "scheduler"], "sysfs", "/sys/block/nvme*n*/queue/scheduler", "none", {
    purposes: [],
    disturbs: true,
    mayLack: "there is no NVMe disk",
    why: "NVMe disks order requests themselves; the kernel's own default is this one already.",
    source: `${KERNEL}/block/switching-sched.html`,
  }),
  row(["nvme", "readAheadKiB"], "sysfs", "/sys/block/nvme*n*/queue/read_ahead_kb", "128", {
    purposes: [],
    mayLack: "there is no NVMe disk",
    why: "More helps where files are read from one end to the other; 128 is the kernel's default.",
    source: `${KERNEL}/admin-guide/abi-stable.html`,
  }),
  row(["irqbalance"], "service", "irqbalance.service", "off", {
    purposes: [],
    mayLack: "it is not installed",
    why: "It moves interrupts that somebody has placed by hand. RDMA itself needs no placing.",
    source: "https://github.com/Irqbalance/irqbalance",
  }),
  row(["modules", "ib_umad"], "module", "ib_umad", "loaded", {
    purposes: GPU,
    when: ["rails"],
    why: "Fabric Manager, NVLSM and the tools of InfiniBand speak to cards through it.",
    source: BASE,
  }),
  lustre("ptlrpcdPerCptMax", "module-option", "ptlrpc.ptlrpcd_per_cpt_max", "32", {
    when: ["lustre-many-cpus"],
    why: "Threads that send requests are too few for so many CPUs.",
  }),
  lustre("ksocklndCredits", "module-option", "ksocklnd.credits", "2560", {
    when: ["lustre-tcp-many-cpus"],
    why: "Requests that may be on their way over TCP are too few for so many CPUs.",
  }),
  lustre("lruMaxAgeMs", "lustre", "ldlm.namespaces.*.lru_max_age", "600000", {
    when: ["lustre-much-memory"],
    why: "Locks that nobody uses keep memory on client and server for hours.",
  }),
  lustre(
    "lruSize",
    "lustre",
    "ldlm.namespaces.*.lru_size",
    { perCpu: 100 },
    {
      when: ["lustre-much-memory"],
      why: "A client with much memory keeps more locks than servers can serve well.",
    },
  ),
  lustre("ostRpcsInFlight", "lustre", "osc.*OST*.max_rpcs_in_flight", "32", {
    when: ["lustre-many-cpus"],
    why: "Eight requests at one time to each target leave a fast network idle.",
  }),
  lustre("mdtRpcsInFlight", "lustre", "mdc.*.max_rpcs_in_flight", "64", {
    when: ["lustre-many-cpus"],
    why: "Many loaders open and look up files at one time.",
  }),
  lustre("mdtModifyingRpcsInFlight", "lustre", "mdc.*.max_mod_rpcs_in_flight", "50", {
    when: ["lustre-many-cpus"],
    why: "Many ranks make files at one time; it must stay below the number of requests in all.",
  }),
  row(["pci", "acs"], "pci", "ACSCtl", "off", {
    purposes: ["training"],
    when: ["bare-metal-fabric"],
    disturbs: true,
    why: "With it, traffic between GPU and card goes up to the root complex and back: half the bandwidth, or NCCL hangs.",
    source:
      "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/troubleshooting.html#pci-access-control-services-acs",
  }),
  row(["pci", "maxReadRequest"], "pci", "MaxReadReq", "4096", {
    purposes: [],
    disturbs: true,
    why: "Compute cards read from GPUs in larger pieces. NIC Configuration Operator sets the same with pciPerformanceOptimized.",
    source:
      "https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst",
  }),
  ...(["intel_idle.max_cstate", "processor.max_cstate"] as const).map((name) =>
    argument(name, "1", {
      when: ["bare-metal-x86"],
      why: "Waking from deeper sleep delays each message.",
      source: `${EKS_AMI}/provisioners/limit-c-states.sh`,
    }),
  ),
  argument("intel_iommu", "on", {
    purposes: ALL,
    when: ["vm-host-x86"],
    why: "With it the kernel starts Intel's IOMMU, through which VFIO hands devices to guests. AMD's is on without it, and passes over it.",
    source: `${KERNEL}/admin-guide/kernel-parameters.html`,
  }),
  row(["modules", "vfio_pci"], "module", "vfio_pci", "loaded", {
    purposes: ALL,
    when: ["vm-host"],
    why: "VFIO keeps devices for guests: without the module nothing can be bound to it.",
    source: `${KERNEL}/driver-api/vfio.html`,
  }),
  argument("iommu", "pt", {
    when: ["bare-metal-x86"],
    why: "DMA between cards and GPUs is not translated.",
    source: H100,
  }),
  argument("iommu.passthrough", "1", {
    when: ["bare-metal-arm64"],
    why: "DMA between cards and GPUs is not translated.",
    source: GB200,
  }),
  argument("init_on_alloc", "0", {
    when: ["bare-metal"],
    why: "The kernel would clear each page twice: programs and drivers do it where it matters.",
    source: BASE,
  }),
];

/** CPUs and memory above which AWS asks for the settings of a Lustre client. */
export const LUSTRE_TUNING_ABOVE = { vcpus: 64, memoryGiB: 64, source: FSX_CLIENTS } as const;

/** @see https://docs.kernel.org/power/pci.html and setpci(8): the register takes these sizes alone, bytes. */
export const PCI_READ_REQUESTS = [128, 256, 512, 1024, 2048, 4096] as const;
