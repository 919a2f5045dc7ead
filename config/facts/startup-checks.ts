import { type CheckPlatform, type Fault, NODE_CHECKS, type NodeCheckName } from "./node-checks";

/** Checks of Slurm's nodes that look at hosts alone: the others look at what slurmd's pod has. */
export const HOST_CHECKS = [
  "gpu-count",
  "xid",
  "ecc",
  "memory-rows",
  "nvlink",
  "clocks",
  "fabric-devices",
  "fabric-links",
  "huge-pages",
  "nvme",
] as const satisfies readonly NodeCheckName[];

export type HostCheckName = (typeof HOST_CHECKS)[number];

/** Whether a check is one of them. */
export const isHostCheck = (name: string): name is HostCheckName => (HOST_CHECKS as readonly string[]).includes(name);

/** A question to a node before its first pod, which a script of its name answers. */
export interface StartupCheck {
  /** Word in the condition of the node and in the name of its script. */
  readonly name: string;
  /** What a node must have for it to look. */
  readonly platform: Exclude<CheckPlatform, "scratch" | "volume"> | "nvme" | "resources" | "claimed-devices";
  /** Seconds after which it is ended. */
  readonly limitSeconds: number;
  readonly fault: Fault;
  readonly source: string;
}

const OWN = [
  {
    name: "nvme-disks",
    platform: "nvme",
    limitSeconds: 10,
    fault: "hardware",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-store-volumes.html",
  },
  {
    name: "resources",
    platform: "resources",
    limitSeconds: 30,
    // a device plugin that has not registered yet looks like a device that is gone
    fault: "unknown",
    source: "https://kubernetes.io/docs/concepts/extend-kubernetes/compute-storage-net/device-plugins/",
  },
  {
    name: "claimed-devices",
    platform: "claimed-devices",
    limitSeconds: 30,
    // a driver that has not started yet looks like a device that is gone
    fault: "unknown",
    source: "https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceslice",
  },
  {
    name: "dcgm",
    platform: "gpu",
    limitSeconds: 300,
    fault: "hardware",
    source: "https://docs.nvidia.com/datacenter/dcgm/latest/user-guide/dcgm-diagnostics.html",
  },
] as const satisfies readonly StartupCheck[];

export type OwnStartupCheck = (typeof OWN)[number]["name"];

/** Words of checks that {@link OwnStartupCheck} has not: their scripts are those of Slurm's nodes. */
export const isOwnStartupCheck = (name: string): name is OwnStartupCheck => OWN.some((check) => check.name === name);

/** All of them. The diagnostics of DCGM come last: they take minutes. */
export const STARTUP_CHECKS: readonly StartupCheck[] = [
  ...NODE_CHECKS.filter(({ name }) => isHostCheck(name)).map(({ name, platform, limitSeconds, fault, source }) => ({
    name,
    platform: platform as StartupCheck["platform"],
    limitSeconds,
    fault,
    source,
  })),
  ...OWN,
];
