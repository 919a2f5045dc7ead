/** Whose fault a finding is. What a program did (`user`) never takes a node away; `unknown`: nobody can tell from the finding alone. */
export const FAULTS = ["hardware", "fabric", "user", "unknown"] as const;

export type Fault = (typeof FAULTS)[number];

/**
 * When a check looks at a node.
 * - `first-job`: before the first job of a slurmd pod, and again before a drained node is taken back.
 * - `prolog`: before each job; a finding sends the job elsewhere.
 * - `epilog`: after each job.
 * - `health`: every five minutes, whatever the node does.
 */
export const CHECK_MOMENTS = ["first-job", "prolog", "epilog", "health"] as const;

export type CheckMoment = (typeof CHECK_MOMENTS)[number];

/** `drain`: the node takes no new job, and what runs goes on. `tell`: a line in the log of the slurmd pod. */
export type CheckReaction = "drain" | "tell";

/** What a node must have for a check to look. */
export type CheckPlatform = "any" | "gpu" | "fabric" | "huge-pages" | "scratch" | "volume";

/** One question to a node, which a script of its name answers. */
export interface NodeCheck {
  /** Word in config, in reasons of drains and in the name of its script. Frozen: reasons of drained nodes have it. */
  readonly name: string;
  readonly platform: CheckPlatform;
  readonly moments: readonly CheckMoment[];
  /** Seconds after which it is ended; that it does not answer two times in a row is a finding, and nobody's fault that is known. */
  readonly limitSeconds: number;
  readonly fault: Fault;
  readonly reaction: CheckReaction;
  /** `look`: sound again when the next looks find nothing. `boot`: the finding goes without a repair, so the node must have started anew since. */
  readonly mends: "look" | "boot";
  /** What it asks. */
  readonly asks: string;
  readonly source: string;
}

const SMI = "https://docs.nvidia.com/deploy/nvidia-smi/index.html";
const XID = "https://docs.nvidia.com/deploy/xid-errors/analyzing-xid-catalog.html";
const MEMORY = "https://docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt/index.html";
const INFINIBAND = "https://docs.kernel.org/admin-guide/abi-stable-files.html#abi-file-stable-sysfs-class-infiniband";
const HUGETLB = "https://docs.kernel.org/admin-guide/mm/hugetlbpage.html";
const NVME = "https://github.com/torvalds/linux/blob/v6.12/drivers/nvme/host/sysfs.c";

const SOON: readonly CheckMoment[] = ["first-job", "prolog", "health"];
const SLOWLY: readonly CheckMoment[] = ["first-job", "health"];

/**
 * Every check of a node. All that are due are asked at one time, so that a job waits for the slowest alone, and slurmd, which
 * ends its health check after a minute, for none.
 */
export const NODE_CHECKS = [
  {
    name: "gpu-count",
    platform: "gpu",
    moments: SOON,
    limitSeconds: 30,
    fault: "hardware",
    reaction: "drain",
    mends: "look",
    asks: "Do as many GPUs answer as the node has?",
    source: SMI,
  },
  {
    name: "xid",
    platform: "gpu",
    moments: SOON,
    limitSeconds: 15,
    fault: "hardware",
    reaction: "drain",
    mends: "boot",
    asks: "Has the driver told, within ten minutes, of an XID that asks for a reset, a boot or another board, or of such an SXid of an NVSwitch?",
    source: XID,
  },
  {
    name: "xid-program",
    platform: "gpu",
    moments: ["epilog", "health"],
    limitSeconds: 15,
    fault: "user",
    reaction: "tell",
    mends: "look",
    asks: "Has it told of an XID that a program causes (13, 31, 43, 94, 126)?",
    source: XID,
  },
  {
    name: "ecc",
    platform: "gpu",
    moments: SLOWLY,
    limitSeconds: 30,
    fault: "hardware",
    reaction: "drain",
    mends: "look",
    asks: "Has a GPU had an error of memory since its driver was loaded that could not be corrected?",
    source: MEMORY,
  },
  {
    name: "memory-rows",
    platform: "gpu",
    moments: SLOWLY,
    limitSeconds: 30,
    fault: "hardware",
    reaction: "drain",
    mends: "look",
    asks: "Could a GPU not replace a broken row of memory, or does one wait for a reset?",
    source: MEMORY,
  },
  {
    name: "nvlink",
    platform: "gpu",
    moments: SLOWLY,
    limitSeconds: 30,
    fault: "hardware",
    reaction: "drain",
    mends: "look",
    asks: "Has each GPU as many NVLinks that carry data as the others of the node?",
    source: SMI,
  },
  {
    name: "clocks",
    platform: "gpu",
    moments: SLOWLY,
    limitSeconds: 30,
    fault: "hardware",
    reaction: "tell",
    mends: "look",
    asks: "Does the hardware of a GPU hold its clocks down, for heat or for power?",
    source: SMI,
  },
  {
    name: "fabric-devices",
    platform: "fabric",
    moments: SOON,
    limitSeconds: 10,
    fault: "fabric",
    reaction: "drain",
    mends: "look",
    asks: "Are as many devices of the fabric there as the node has?",
    source: INFINIBAND,
  },
  {
    name: "fabric-links",
    platform: "fabric",
    moments: SOON,
    limitSeconds: 10,
    fault: "fabric",
    reaction: "drain",
    mends: "look",
    asks: "Is each port of the fabric active?",
    source: INFINIBAND,
  },
  {
    name: "fabric-counters",
    platform: "fabric",
    moments: ["health"],
    limitSeconds: 10,
    fault: "fabric",
    reaction: "tell",
    mends: "look",
    asks: "Has a link gone down, or a peer been out of reach, since the last look?",
    source: INFINIBAND,
  },
  {
    name: "huge-pages",
    platform: "huge-pages",
    moments: SLOWLY,
    limitSeconds: 10,
    fault: "unknown",
    reaction: "drain",
    mends: "look",
    asks: "Are the huge pages there that the pod of slurmd asks for?",
    source: HUGETLB,
  },
  {
    name: "nvme",
    platform: "any",
    moments: SLOWLY,
    limitSeconds: 10,
    fault: "hardware",
    reaction: "drain",
    mends: "look",
    asks: "Is each NVMe controller live?",
    source: NVME,
  },
  {
    name: "scratch",
    platform: "scratch",
    moments: SOON,
    limitSeconds: 15,
    fault: "unknown",
    reaction: "drain",
    mends: "look",
    asks: "Can a file be written to the scratch space?",
    source: "https://man7.org/linux/man-pages/man2/write.2.html",
  },
  {
    name: "volumes",
    platform: "volume",
    moments: SOON,
    limitSeconds: 25,
    fault: "unknown",
    reaction: "drain",
    mends: "look",
    asks: "Does each volume answer within 20 seconds?",
    source: "https://man7.org/linux/man-pages/man2/statfs.2.html",
  },
  {
    name: "shared-memory",
    platform: "any",
    moments: ["prolog", "epilog"],
    limitSeconds: 15,
    fault: "user",
    reaction: "tell",
    mends: "look",
    asks: "Is more than a tenth of /dev/shm taken by files of people who run nothing here?",
    source: "https://docs.kernel.org/filesystems/tmpfs.html",
  },
  {
    name: "boot-disk",
    platform: "any",
    moments: SLOWLY,
    limitSeconds: 15,
    fault: "unknown",
    reaction: "drain",
    mends: "look",
    asks: "Has the disk of containers and logs less than 5 % left, or is it read-only?",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/",
  },
] as const satisfies readonly NodeCheck[];

export type NodeCheckName = (typeof NODE_CHECKS)[number]["name"];

/** Names in the order of the table. */
export const NODE_CHECK_NAMES = NODE_CHECKS.map(({ name }) => name) as [NodeCheckName, ...NodeCheckName[]];

/**
 * First words of the reason of a drain of ours: `railyard: hardware: gpu-count: 7 of 8 GPUs answer`. Whose fault, which check,
 * and what it found. Frozen: it is how a drain of ours is told from one of a person. @param fault one of `FAULTS`
 */
export const DRAIN_PREFIX = "railyard: ";
