import { NODE_FLOORS } from "../facts/acceptance-floors";
import { GEMM_ANCHORS, GEMM_SOURCE } from "../facts/gemm";
import { peakTflops } from "../facts/gpu-peaks";
import { NCCL_ANCHORS, RING_SHARE } from "../facts/nccl";
import { PUBLISHED_ALL_REDUCE, ringCeiling } from "../facts/nccl-published";
import { ATTAINED_SHARES, MEMORY_TBPS } from "../facts/training-rates";
import type { ResolvedPool } from "../pools/pool";

/** What nodes offer to a training, in the units of the estimate. */
export interface Machine {
  readonly nodes: number;
  readonly gpusPerNode: number;
  /** GPUs that NVLink joins: those of a node, or of all nodes of a domain. */
  readonly linkedGpus: number;
  readonly memoryBytes: number;
  readonly peakTflops: number;
  /** Of the peak, what trainings keep where nothing but their own work is in their way. */
  readonly attained: number;
  /** All-reduce over NVLink, GB/s of bus bandwidth. */
  readonly linkGBps: number;
  /** What a node sends over its fabric at the same time, GB/s; 0: there are no other nodes to send to. */
  readonly nodeGBps: number;
  /** Operations for each byte of memory from which on a GPU computes longer than it reads; null: unknown. */
  readonly ridge: number | null;
  /** What of all this nobody has published, and what was taken. */
  readonly assumptions: readonly string[];
}

/** A machine, or what of it nobody knows. */
export type MachineFacts = { readonly machine: Machine } | { readonly unknown: string };

const ATTAINED_OF_GEMM = "the share that trainings on H100 keep of their fastest product of matrices";

/** What a pool offers to so many of its nodes; where a figure is known of no machine, in words which. */
export function machineOf(pool: ResolvedPool, nodes: number): MachineFacts {
  const gpus = pool.gpus!;
  const { model } = gpus;
  const peak = peakTflops(model);
  if (peak === null) return { unknown: `nobody has published what a ${model} computes in bf16` };
  const attained = attainedShare(model, peak);
  if (attained === null) return { unknown: `nobody has published a training on ${model}` };
  const linkedNodes = pool.nvlinkDomainNodes ?? 1;
  const link = gpus.count > 1 || linkedNodes > 1 ? linkRate(pool) : { GBps: Infinity };
  if (link === null)
    return {
      unknown: `nobody has published what GPUs of a node of ${pool.machineType} send each other`,
    };
  const fabric = pool.fabric.gbps;
  if (nodes > 1 && fabric === null) return { unknown: `nobody says what the network of ${pool.name} carries` };
  const memory = MEMORY_TBPS[model];
  return {
    machine: {
      nodes,
      gpusPerNode: gpus.count,
      linkedGpus: gpus.count * Math.min(nodes, linkedNodes),
      memoryBytes: gpus.memoryMiB * 2 ** 20,
      peakTflops: peak,
      attained: attained.share,
      linkGBps: link.GBps,
      nodeGBps: nodes > 1 ? ringCeiling(fabric!) * fabricShare(model, fabric!) : 0,
      ridge: memory === undefined ? null : peak / memory,
      assumptions: [attained.assumed, "assumed" in link ? link.assumed : undefined].filter(
        (text) => text !== undefined,
      ),
    },
  };
}

function attainedShare(model: string, peak: number): { readonly share: number; readonly assumed?: string } | null {
  const known = ATTAINED_SHARES.find(({ models }) => models.includes(model));
  if (known) return { share: known.share };
  const gemmOf = (name: string) => GEMM_ANCHORS.find(({ models }) => models.includes(name))?.tflops;
  const [own, reference] = [gemmOf(model), gemmOf("H100-80GB")];
  const h100 = ATTAINED_SHARES.find(({ models }) => models.includes("H100-80GB"));
  const h100Peak = peakTflops("H100-80GB");
  if (own === undefined || reference === undefined || !h100 || h100Peak === null) return null;
  const share = (h100.share * h100Peak * own) / reference / peak;
  return {
    share,
    assumed: `nobody has published a training on ${model}: ${ATTAINED_OF_GEMM} was taken (${GEMM_SOURCE})`,
  };
}

/** By measured all-reduces within a node; newer boards with NVSwitch are at least as fast as H200's. */
function linkRate({ gpus, hardware }: ResolvedPool): { readonly GBps: number; readonly assumed?: string } | null {
  const model = gpus!.model;
  const known = NODE_FLOORS.find((floor) => floor.model === model || sameBoard(floor.model, model));
  if (known) return { GBps: known.allReduce.busGBps };
  if (!hardware.nvlink?.nvswitch) return null;
  const least = NODE_FLOORS.find((floor) => floor.model === "H200-141GB")!.allReduce.busGBps;
  return {
    GBps: least,
    assumed: `nobody has published an all-reduce over the NVLink of ${model}: that of H200, ${least} GB/s, was taken`,
  };
}

/** The same board with another size of memory. */
const sameBoard = (one: string, other: string): boolean =>
  one.split("-")[0] === other.split("-")[0] && one.startsWith("A100");

/** Share of a node's cards that an all-reduce over three nodes and more reached; else what a sound fabric reaches at the least. */
function fabricShare(model: string, gbps: number): number {
  const measured = [
    ...PUBLISHED_ALL_REDUCE,
    ...NCCL_ANCHORS.flatMap(({ family, nodes, busGBps }) =>
      (FAMILIES[family] ?? []).map((one) => ({
        models: [one.model],
        gbps: one.gbps,
        nodes,
        busGBps,
      })),
    ),
  ].filter((row) => row.models.some((one) => one === model) && row.gbps === gbps && row.nodes >= 3);
  return measured.length === 0
    ? RING_SHARE
    : Math.min(1, Math.max(...measured.map(({ busGBps }) => busGBps)) / ringCeiling(gbps));
}

/** What the families of published runs have. @see NCCL_ANCHORS */
const FAMILIES: Readonly<Record<string, readonly { readonly model: string; readonly gbps: number }[]>> = {
  p4d: [{ model: "A100-40GB", gbps: 400 }],
  p4de: [{ model: "A100-80GB", gbps: 400 }],
  p5: [{ model: "H100-80GB", gbps: 3200 }],
  "p6-b200": [{ model: "B200", gbps: 3200 }],
};
