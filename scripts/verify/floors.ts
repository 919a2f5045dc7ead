import { NODE_FLOORS, type NodeFloors, RAIL_SHARE, STORAGE_SHARE } from "../../config/facts/acceptance-floors";
import { LUSTRE_CLIENT_GBPS } from "../../config/facts/lustre";
import { GEMM_ANCHORS, GEMM_SOURCE } from "../../config/facts/gemm";
import {
  PUBLISHED_ALL_REDUCE,
  PUBLISHED_NVLINK_ALL_REDUCE,
  type PublishedAllReduce,
} from "../../config/facts/nccl-published";
import { type NcclAnchor, NCCL_ANCHORS, PUBLISHED_SHARE, RING_SHARE } from "../../config/facts/nccl";
import { MFU_ANCHORS, SCALING_ANCHOR, SCALING_FLOOR } from "../../config/facts/training-anchors";
import { isNodeGroup, type ResolvedPool } from "../../config/pools/pool";
import type { ResolvedVolume } from "../../config/storage/kind";
import type { Floor } from "./verdict";

/** Fewer nodes can do better than their cards: NCCL's trees carry part of an all-reduce once where a ring carries it twice. */
const RING_NODES = 4;

/** Smaller messages do not fill the network. */
const RING_GIB = 1;

/**
 * Lowest right bus bandwidth of an all-reduce over nodes of a pool: a share of what somebody published for the same machines,
 * nodes and size, or of what the cards of a node carry; null: neither is known, and the run only measures.
 * @param sizeGiB size of the message, GiB
 */
export function allReduceFloor(pool: ResolvedPool, nodes: number, sizeGiB: number): Floor | null {
  if (nodes === 1) return inNode(pool, sizeGiB);
  const anchor = anchorOf(pool, nodes, sizeGiB) ?? publishedOf(pool, nodes).find((one) => one.sizeGiB === sizeGiB);
  if (anchor) return shareOf(anchor);
  return nodes >= RING_NODES && sizeGiB >= RING_GIB ? ringFloor(pool) : null;
}

const shareOf = ({ busGBps, source }: Pick<PublishedAllReduce, "busGBps" | "source">): Floor => ({
  value: PUBLISHED_SHARE * busGBps,
  basis: "published",
  source: `${PUBLISHED_SHARE} of ${busGBps} GB/s, ${source}`,
});

/** The same over the NVLink of several nodes; null: nobody has published one of as many nodes, and nothing is computed. */
export function nvlinkFloor({ gpus }: Pick<ResolvedPool, "gpus">, nodes: number, sizeGiB: number): Floor | null {
  const anchor = PUBLISHED_NVLINK_ALL_REDUCE.find(
    (one) =>
      gpus !== null &&
      one.models.includes(gpus.model) &&
      one.gpus === gpus.count &&
      one.nodes === nodes &&
      one.sizeGiB === sizeGiB,
  );
  return anchor ? shareOf(anchor) : null;
}

/** Lowest right bus bandwidth of all-gather, reduce-scatter and all-to-all, which go over the cards of a node once. */
export const ringFloor = ({ fabric: { gbps } }: Pick<ResolvedPool, "fabric">): Floor | null =>
  gbps === null || gbps === 0
    ? null
    : {
        value: (RING_SHARE * gbps) / 8,
        basis: "computed",
        source: `${RING_SHARE} of the ${gbps} Gbps that the cards of a node carry`,
      };

function inNode(pool: ResolvedPool, sizeGiB: number): Floor | null {
  const floors = nodeFloors(pool);
  if (floors?.allReduce.sizeGiB !== sizeGiB) return null;
  return { value: floors.allReduce.busGBps, basis: "published", source: floors.source };
}

/** Floors of a node that has the same GPUs, and as many. */
export const nodeFloors = ({ gpus }: Pick<ResolvedPool, "gpus">): NodeFloors | null =>
  NODE_FLOORS.find((floors) => floors.model === gpus?.model && floors.gpus === gpus.count) ?? null;

/** Lowest right bandwidth of one card to that of the same rail, Gbps. @param gbps speed of its port; null: no document says */
export function railFloor(pool: Pick<ResolvedPool, "gpus">, gbps: number | null): Floor | null {
  const floors = nodeFloors(pool);
  if (floors && floors.rail.ofGbps === gbps)
    return { value: floors.rail.gbps, basis: "published", source: floors.source };
  if (gbps === null) return null;
  return { value: RAIL_SHARE * gbps, basis: "computed", source: `${RAIL_SHARE} of the ${gbps} Gbps of its port` };
}

/** Lowest right rate of copies between the host and a GPU, GB/s. */
export function hostCopyFloor(pool: Pick<ResolvedPool, "gpus">): Floor | null {
  const floors = nodeFloors(pool);
  return floors ? { value: floors.hostCopyGBps, basis: "published", source: floors.source } : null;
}

/** Lowest right rate of copies between two GPUs of a node, GB/s; null: nobody has published one. */
export function peerFloor(pool: Pick<ResolvedPool, "gpus">): Floor | null {
  const floors = nodeFloors(pool);
  return floors?.peerCopyGBps == null
    ? null
    : { value: floors.peerCopyGBps, basis: "published", source: floors.source };
}

/** Size of the message that somebody has measured on the same machines and as many nodes, the largest; null: nobody has. GiB. */
export const publishedSizeGiB = (pool: ResolvedPool, nodes: number): number | null => {
  const own = isNodeGroup(pool)
    ? NCCL_ANCHORS.filter(({ family, nodes: of }) => family === pool.hardware.family && of === nodes)
    : [];
  const sizes = [...own, ...publishedOf(pool, nodes)].map(({ sizeGiB }) => sizeGiB);
  return sizes.length > 0 ? Math.max(...sizes) : null;
};

const publishedOf = ({ gpus, fabric }: ResolvedPool, nodes: number): PublishedAllReduce[] =>
  PUBLISHED_ALL_REDUCE.filter(
    (one) =>
      gpus !== null &&
      one.models.includes(gpus.model) &&
      one.gpus === gpus.count &&
      one.gbps === fabric.gbps &&
      one.nodes === nodes,
  );

const anchorOf = (pool: ResolvedPool, nodes: number, sizeGiB: number): NcclAnchor | undefined =>
  isNodeGroup(pool)
    ? NCCL_ANCHORS.find(
        (anchor) => anchor.family === pool.hardware.family && anchor.nodes === nodes && anchor.sizeGiB === sizeGiB,
      )
    : undefined;

/** Lowest right rate of products on one GPU; null: nobody has published one. */
export function gemmFloor(model: string): Floor | null {
  const anchor = GEMM_ANCHORS.find(({ models }) => models.includes(model));
  if (!anchor) return null;
  return {
    value: PUBLISHED_SHARE * anchor.tflops,
    basis: "published",
    source: `${PUBLISHED_SHARE} of ${anchor.tflops} TFLOP/s, ${GEMM_SOURCE}`,
  };
}

/** Lowest right share of the peak in a large training; null: nobody has published one. */
export function mfuFloor(model: string): Floor | null {
  const anchor = MFU_ANCHORS.find(({ models }) => models.includes(model));
  if (!anchor) return null;
  return {
    value: PUBLISHED_SHARE * anchor.mfu,
    basis: "published",
    source: `${PUBLISHED_SHARE} of ${anchor.mfu}, ${anchor.of}, ${anchor.source}`,
  };
}

/** Lowest right share of what one node does, of each of several. */
export const SCALING: Floor = {
  value: SCALING_FLOOR,
  basis: "published",
  source: `${(SCALING_ANCHOR.many / SCALING_ANCHOR.one).toFixed(3)} with ${SCALING_ANCHOR.of}, ${SCALING_ANCHOR.source}`,
};

const MIB = 2 ** 20;

/** What a node of a pool reads of a volume at the most, MiB/s; null: no document says. */
export function clientMiBps(pool: ResolvedPool, volume: Pick<ResolvedVolume, "needs">): number | null {
  if (!isNodeGroup(pool)) return null;
  const { enaMaxGbps, baselineGbps } = pool.hardware.network;
  const tcp = Math.min(enaMaxGbps ?? baselineGbps, LUSTRE_CLIENT_GBPS.tcp);
  const gbps = volume.needs.nodes.efa && pool.fabric.gbps ? pool.fabric.gbps : tcp;
  return (gbps * 1e9) / 8 / MIB;
}

/** Lowest right rate at which nodes together read a volume, MiB/s; null: nobody says one, or too few nodes read. */
export function readFloor(
  pool: ResolvedPool,
  volume: Pick<ResolvedVolume, "needs" | "rate">,
  nodes: number,
): Floor | null {
  const each = clientMiBps(pool, volume);
  if (!volume.rate || each === null) return null;
  const sold = (volume.rate.readMBps * 1e6) / MIB;
  if (nodes * each * STORAGE_SHARE < sold) return null;
  return {
    value: STORAGE_SHARE * sold,
    basis: "published",
    source: `${STORAGE_SHARE} of ${Math.round(volume.rate.readMBps)} MB/s, ${volume.rate.source}`,
  };
}
