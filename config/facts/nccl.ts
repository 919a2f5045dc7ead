import type { InstanceType } from "./instance-types";

/** A bus bandwidth of all_reduce_perf that somebody has published. */
export interface NcclAnchor {
  /** Family of the instance type. */
  readonly family: string;
  readonly nodes: number;
  /** Size of the message, GiB. */
  readonly sizeGiB: number;
  /** GB/s, decimal. */
  readonly busGBps: number;
  readonly source: string;
}

const AWSOME = "awslabs/awsome-distributed-training micro-benchmarks/nccl-tests/README.md";
const AWS_PCS = "awslabs/awsome-distributed-training 1.architectures aws-pcs tests";

/** Published figures for EFA instances. None was found for p5e, p5en and for p6e-gb200 across UltraServers. */
export const NCCL_ANCHORS: readonly NcclAnchor[] = [
  { family: "p4d", nodes: 4, sizeGiB: 1, busGBps: 29.6, source: "https://github.com/NVIDIA/nccl/issues/527" },
  { family: "p4de", nodes: 2, sizeGiB: 2, busGBps: 78.3, source: AWSOME },
  { family: "p5", nodes: 2, sizeGiB: 16, busGBps: 487, source: AWSOME },
  { family: "p6-b200", nodes: 4, sizeGiB: 16, busGBps: 377, source: AWS_PCS },
  { family: "p6-b300", nodes: 2, sizeGiB: 16, busGBps: 654, source: AWS_PCS },
];

/** Bus bandwidth below which a fabric is taken to be broken. */
export interface NcclFloor {
  readonly family: string;
  readonly nodes: number;
  readonly sizeGiB: number;
  /** GB/s, decimal. */
  readonly floorGBps: number;
  /**
   * - `published`: 0.85 of an anchor of the same family, nodes and size.
   * - `ring`: 0.8 of what all network cards of a node carry; from four nodes on, for two can do better than their cards.
   */
  readonly basis: "published" | "ring";
}

export const PUBLISHED_SHARE = 0.85;
export const RING_SHARE = 0.8;

/** Floors of EFA by family and number of nodes; no row: no floor is known, and a run only reports. */
export const NCCL_FLOORS: readonly NcclFloor[] = [
  { family: "p4d", nodes: 4, sizeGiB: 1, floorGBps: 25, basis: "published" },
  { family: "p4de", nodes: 2, sizeGiB: 2, floorGBps: 66, basis: "published" },
  { family: "p5", nodes: 2, sizeGiB: 16, floorGBps: 413, basis: "published" },
  { family: "p5", nodes: 4, sizeGiB: 16, floorGBps: 320, basis: "ring" },
  { family: "p5e", nodes: 4, sizeGiB: 16, floorGBps: 320, basis: "ring" },
  { family: "p5en", nodes: 4, sizeGiB: 16, floorGBps: 320, basis: "ring" },
  { family: "p6-b200", nodes: 4, sizeGiB: 16, floorGBps: 320, basis: "published" },
  { family: "p6-b300", nodes: 2, sizeGiB: 16, floorGBps: 555, basis: "published" },
  { family: "p6-b300", nodes: 4, sizeGiB: 16, floorGBps: 640, basis: "ring" },
];

/** Nodes of a run: four where there are as many, for two say little; null where there is nothing to connect. */
export function ncclNodes(maxNodes: number): 2 | 4 | null {
  if (maxNodes >= 4) return 4;
  return maxNodes >= 2 ? 2 : null;
}

/** The floor for a family and a number of nodes; null when none is known, as of machines of no family. */
export function ncclFloor(floors: readonly NcclFloor[], family: string | null, nodes: number): NcclFloor | null {
  return floors.find((floor) => floor.family === family && floor.nodes === nodes) ?? null;
}

/** An image with nccl-tests, OpenMPI and an SSH server, which everybody may pull. */
export interface NcclTestsImage {
  /** By tag: nobody publishes its digest where it can be read without asking the registry. */
  readonly name: string;
  /** What it has beside nccl-tests for a fabric, as words. */
  readonly brings: string;
  /** Architectures that its source names; null: unknown. */
  readonly arch: readonly InstanceType["arch"][] | null;
  readonly source: string;
}

/** For EFA. */
export const NCCL_TESTS_EFA: NcclTestsImage = {
  name: "public.ecr.aws/hpc-cloud/nccl-tests:cuda13.0.2-efa1.48.0-ofiv1.19.0-ncclv2.30.4-1-testsv2.18.3",
  brings: "aws-ofi-nccl",
  arch: null,
  source: "https://gallery.ecr.aws/hpc-cloud/nccl-tests",
};

/**
 * For InfiniBand and RoCE, whose devices NCCL uses by itself. CUDA 12.9 is the oldest that knows B300, and drivers from 525 on
 * take it.
 */
export const NCCL_TESTS_RDMA: NcclTestsImage = {
  name: "ghcr.io/coreweave/nccl-tests:12.9.1-devel-ubuntu24.04-nccl2.30.4-1-2eedd7c",
  brings: "the user-space libraries of NVIDIA's network cards",
  arch: ["amd64", "arm64"],
  source: "https://github.com/coreweave/nccl-tests/blob/cb86553/README.md#docker-images",
};
