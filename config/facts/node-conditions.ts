import type { Fault } from "./node-checks";

/** A condition of a node that somebody writes, and what it means. */
export interface NodeCondition {
  readonly type: string;
  /** Status in which it tells of a fault. */
  readonly broken: "True" | "False";
  readonly fault: Exclude<Fault, "user">;
  /** Minutes for which it holds before it counts: those who write it wait no less before they act on it themselves. */
  readonly minutes: number;
  /** Its reason says whose fault it is, and its message what was found, as checks of Railyard do. @default false */
  readonly isOurs?: true;
  readonly source: string;
}

/** Conditions that daemons of Railyard write. Frozen: nodes have them. */
export const STARTUP_CONDITION = "StartupChecks";
export const HEALTH_CONDITION = "HealthChecks";

const EKS = "https://docs.aws.amazon.com/eks/latest/userguide/node-health.html";
const DETECTOR = "https://github.com/kubernetes/node-problem-detector/tree/master/config";
const SENTINEL = "https://github.com/NVIDIA/NVSentinel/tree/main/docs";

/** EKS repairs a node after ten minutes for its GPUs, and after thirty for all else. */
const EKS_MINUTES = 30;
const HOST_MINUTES = 10;

const eks = (type: string): NodeCondition => ({
  type,
  broken: "False",
  fault: "unknown",
  minutes: EKS_MINUTES,
  source: EKS,
});
const detector = (type: string, fault: NodeCondition["fault"]): NodeCondition => ({
  type,
  broken: "True",
  fault,
  minutes: HOST_MINUTES,
  source: DETECTOR,
});
const sentinel = (type: string): NodeCondition => ({
  type,
  broken: "True",
  fault: "hardware",
  minutes: 0,
  source: SENTINEL,
});

/**
 * What is read of nodes, the first that holds before all others: what checks of Railyard find, what the agent of EKS finds, and what
 * node-problem-detector and NVSentinel find where somebody has installed them. Conditions of the kubelet tell of what pods do, and
 * not of the node.
 */
export const NODE_CONDITIONS: readonly NodeCondition[] = [
  {
    type: HEALTH_CONDITION,
    broken: "False",
    fault: "unknown",
    minutes: 0,
    isOurs: true,
    source: "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html",
  },
  {
    type: STARTUP_CONDITION,
    broken: "False",
    fault: "unknown",
    minutes: EKS_MINUTES,
    isOurs: true,
    source: "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html",
  },
  { type: "AcceleratedHardwareReady", broken: "False", fault: "hardware", minutes: 0, source: EKS },
  ...[
    "GpuMemWatch",
    "GpuNvlinkWatch",
    "GpuPcieWatch",
    "SysLogsXIDError",
    "SysLogsSXIDError",
    "SysLogsGPUFallenOff",
  ].map(sentinel),
  detector("CperHardwareErrorFatal", "hardware"),
  ...["KernelReady", "NetworkingReady", "StorageReady", "ContainerRuntimeReady"].map(eks),
  detector("KernelDeadlock", "unknown"),
  detector("ReadonlyFilesystem", "unknown"),
  detector("XfsShutdown", "unknown"),
];
