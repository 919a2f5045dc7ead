import { NODE_CHECK_NAMES, type NodeCheckName } from "./node-checks";
import { SXID_SOURCE, SXIDS } from "./sxids";
import { XID_SOURCE, XIDS, type XidAction } from "./xids";

/**
 * What can be done with a node that is drained and has no job, from the least to the most.
 * - `restart`: its slurmd pod is made anew, with its mounts and devices.
 * - `reset`: all its GPUs are reset.
 * - `reboot`: the node is started anew.
 * - `replace`: another machine takes its place, where a cloud has one; elsewhere it goes on the list of what is sent back.
 */
export const REPAIR_STEPS = ["restart", "reset", "reboot", "replace"] as const;

export type RepairStep = (typeof REPAIR_STEPS)[number];

/**
 * Steps on nodes of Kubernetes alone, which have no slurmd. `evict`: pods are sent away, so that jobs start again elsewhere; no other
 * one is taken while a pod is there.
 */
export const POD_REPAIR_STEPS = ["evict", "reset", "reboot", "replace"] as const;

export type PodRepairStep = (typeof POD_REPAIR_STEPS)[number];

export type AnyRepairStep = RepairStep | PodRepairStep;

/** What is done about a cause. */
export interface NodeRepair {
  /** One after another, each where the one before it has not mended the node. None: it is left to people. */
  readonly steps: readonly RepairStep[];
  /** Minutes from the drain to the first step, in which checks may take the node back by themselves. */
  readonly waitMinutes: number;
  /** It says nothing of the machine, and is no fault by which one comes to be known as a lemon. @default false */
  readonly isOutside?: true;
  /** What the vendor says to do at once ends what runs on the GPUs: it is not waited for where jobs start again by themselves. @default false */
  readonly endsJobs?: true;
  readonly source: string;
}

/** What a check finds, where it finds more than one thing; and what no check of Slurm finds. */
type OtherCause =
  | `xid-${Exclude<XidAction, "watch">}`
  | `sxid-${"reset" | "fatal"}`
  | "memory-rows-reset"
  | "silent"
  | "not-ready"
  | "kubernetes";

export type RepairCause = Exclude<NodeCheckName, "xid"> | OtherCause;

/** Longer than a sound node stays drained: ten minutes, and the next look. */
const LOOK = 20;

const GUIDE = "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html";
const XID = XID_SOURCE.url;
const SXID = "https://docs.nvidia.com/datacenter/tesla/pdf/fabric-manager-user-guide.pdf";
const MEMORY = "https://docs.nvidia.com/deploy/a100-gpu-mem-error-mgmt/index.html";
const EKS = "https://docs.aws.amazon.com/eks/latest/userguide/node-health.html";
const PODS = "https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/";
const LINUX = "https://docs.kernel.org/admin-guide/mm/hugetlbpage.html";

const people = (source: string): NodeRepair => ({ steps: [], waitMinutes: 0, isOutside: true, source });

/**
 * The one table of what is done about a cause. What a program did is never repaired, and what stands outside of a node (a
 * volume, a cable, the heat of a room) is no reason to replace it.
 */
export const NODE_REPAIRS: Readonly<Record<RepairCause, NodeRepair>> = {
  "gpu-count": { steps: ["reboot", "replace"], waitMinutes: LOOK, source: GUIDE },
  "xid-replace": { steps: ["replace"], waitMinutes: 0, source: XID },
  "xid-reboot": { steps: ["reboot", "replace"], waitMinutes: 0, endsJobs: true, source: XID },
  "xid-reset": { steps: ["reset", "reboot", "replace"], waitMinutes: 0, endsJobs: true, source: XID },
  "xid-program": people(XID),
  "sxid-reset": { steps: ["reset", "reboot", "replace"], waitMinutes: 0, endsJobs: true, source: SXID_SOURCE.url },
  "sxid-fatal": { steps: ["reboot", "replace"], waitMinutes: 0, endsJobs: true, source: SXID },
  ecc: { steps: ["reset", "reboot", "replace"], waitMinutes: 0, source: MEMORY },
  "memory-rows": { steps: ["replace"], waitMinutes: 0, source: MEMORY },
  "memory-rows-reset": { steps: ["reset", "reboot", "replace"], waitMinutes: 0, source: MEMORY },
  nvlink: { steps: ["reset", "reboot", "replace"], waitMinutes: LOOK, source: GUIDE },
  clocks: people(GUIDE),
  "fabric-devices": { steps: ["reboot", "replace"], waitMinutes: LOOK, source: EKS },
  "fabric-links": { steps: ["reboot", "replace"], waitMinutes: LOOK, source: EKS },
  "fabric-counters": people(EKS),
  "huge-pages": { steps: ["reboot", "replace"], waitMinutes: LOOK, isOutside: true, source: LINUX },
  nvme: { steps: ["reboot", "replace"], waitMinutes: LOOK, source: EKS },
  scratch: { steps: ["restart", "reboot", "replace"], waitMinutes: LOOK, source: PODS },
  volumes: { steps: ["restart", "reboot"], waitMinutes: LOOK, isOutside: true, source: PODS },
  "shared-memory": people("https://docs.kernel.org/filesystems/tmpfs.html"),
  "boot-disk": { steps: ["reboot", "replace"], waitMinutes: LOOK, source: PODS },
  silent: { steps: ["restart", "reboot", "replace"], waitMinutes: LOOK, source: GUIDE },
  "not-ready": { steps: ["replace"], waitMinutes: LOOK, source: EKS },
  kubernetes: { steps: ["reboot", "replace"], waitMinutes: LOOK, source: EKS },
};

/** The steps of a cause on nodes of Kubernetes alone. */
export const podSteps = ({ steps, endsJobs }: Pick<NodeRepair, "steps" | "endsJobs">): readonly PodRepairStep[] => [
  ...(endsJobs ? (["evict"] as const) : []),
  ...steps.flatMap((step) => (step === "restart" ? [] : [step])),
];

/**
 * The table by the words that a drain has: a check, one of its findings, `xid 79`, `sxid 20034`, or `sxid` for one that has no line of
 * its own. A finding that the table does not know is left to people.
 */
export function repairsByWords(): readonly (NodeRepair & { readonly words: string })[] {
  const checks = NODE_CHECK_NAMES.flatMap((words) => (words === "xid" ? [] : [{ words, ...NODE_REPAIRS[words] }]));
  const others = (["memory-rows-reset", "silent", "not-ready", "kubernetes"] as const).map((words) => ({
    words,
    ...NODE_REPAIRS[words],
  }));
  const xids = (["replace", "reboot", "reset", "program"] as const).flatMap((action) =>
    XIDS[action].map((number) => ({ words: `xid ${number}`, ...NODE_REPAIRS[`xid-${action}`] })),
  );
  const sxids = SXIDS.reset.map((number) => ({ words: `sxid ${number}`, ...NODE_REPAIRS["sxid-reset"] }));
  return [...checks, ...others, ...xids, ...sxids, { words: "sxid", ...NODE_REPAIRS["sxid-fatal"] }];
}

/** Causes about which the same is done. */
export interface CauseClass {
  /** Those of the table that may be taken, in their order; none: it is left to people. */
  readonly steps: readonly AnyRepairStep[];
  /** Checks, findings of them, and `XID 48, 64`. */
  readonly causes: readonly string[];
}

const XID_WORD = /^xid-/;

/** All steps, from the least to the most. */
const LADDER: readonly AnyRepairStep[] = ["evict", ...REPAIR_STEPS];

/**
 * Causes by what is done about them, the gentlest first, as far as these steps may be taken.
 * @param of steps of a cause. @default - those of Slurm's nodes
 */
export function causeClasses(
  allowed: readonly AnyRepairStep[],
  of: (repair: NodeRepair) => readonly AnyRepairStep[] = ({ steps }) => steps,
): readonly CauseClass[] {
  const classes = new Map<string, { readonly steps: readonly AnyRepairStep[]; readonly causes: string[] }>();
  for (const [cause, repair] of Object.entries(NODE_REPAIRS)) {
    const taken = of(repair).filter((step) => allowed.includes(step));
    const known = classes.get(taken.join()) ?? { steps: taken, causes: [] };
    const action = cause.replace(XID_WORD, "") as Exclude<XidAction, "watch">;
    known.causes.push(XID_WORD.test(cause) && action in XIDS ? `XID ${XIDS[action].join(", ")}` : cause);
    classes.set(taken.join(), known);
  }
  const place = ({ steps }: CauseClass) => steps.map((step) => LADDER.indexOf(step)).join("");
  return [...classes.values()].toSorted((one, other) => place(one).localeCompare(place(other)));
}
