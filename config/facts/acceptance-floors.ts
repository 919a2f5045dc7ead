/** What a sound node reaches at the least, by the model of its GPUs as instance types and servers name it. */
export interface NodeFloors {
  readonly model: string;
  /** GPUs of the node that was measured. */
  readonly gpus: number;
  /** All-reduce of all GPUs of one node. */
  readonly allReduce: { readonly sizeGiB: number; readonly busGBps: number };
  /** Copies between host and one GPU, either way, GB/s. */
  readonly hostCopyGBps: number;
  /** Copies from one GPU to another one of the node, GB/s; null: the page has none. */
  readonly peerCopyGBps: number | null;
  /** A network card of the fabric to that of another node out of GPU memory, Gbps, and what the port is sold as. */
  readonly rail: { readonly gbps: number; readonly ofGbps: number };
  /** Page with all of these figures. */
  readonly source: string;
}

const AZURE = "https://github.com/Azure/azurehpc-health-checks/blob/main/conf";

/**
 * Floors by which Azure takes nodes out of service, of the same boards that others sell. They are floors as they stand: no
 * share is taken of them.
 */
export const NODE_FLOORS: readonly NodeFloors[] = [
  {
    model: "A100-80GB",
    gpus: 8,
    allReduce: { sizeGiB: 4, busGBps: 228 },
    hostCopyGBps: 24,
    peerCopyGBps: null,
    rail: { gbps: 185, ofGbps: 200 },
    source: `${AZURE}/nd96amsr_a100_v4.conf`,
  },
  {
    model: "H100-80GB",
    gpus: 8,
    allReduce: { sizeGiB: 16, busGBps: 460 },
    hostCopyGBps: 52,
    peerCopyGBps: null,
    rail: { gbps: 375, ofGbps: 400 },
    source: `${AZURE}/nd96isr_h100_v5.conf`,
  },
  {
    model: "H200-141GB",
    gpus: 8,
    allReduce: { sizeGiB: 16, busGBps: 431 },
    hostCopyGBps: 48,
    peerCopyGBps: 335,
    rail: { gbps: 360, ofGbps: 400 },
    source: `${AZURE}/nd96isr_h200_v5.conf`,
  },
  {
    model: "GB200",
    gpus: 4,
    allReduce: { sizeGiB: 16, busGBps: 432 },
    hostCopyGBps: 48,
    peerCopyGBps: null,
    rail: { gbps: 360, ofGbps: 400 },
    source: `${AZURE}/nd128isr_ndr_gb200_v6.conf`,
  },
];

/** Share of the speed that a port is sold with which one rail must carry where nobody has published a floor. @see NODE_FLOORS */
export const RAIL_SHARE = 0.8;

/** Share of what a file system is sold with that clients together must read. @see NODE_FLOORS */
export const STORAGE_SHARE = 0.8;

/** A device that is this much below the median of its like is told, and so is a node among those of one run. */
export const BELOW_MEDIAN = 0.9;
