import { NCCL_TESTS_RDMA } from "../../config/facts/nccl";
import type { ResolvedPool } from "../../config/pools/pool";
import { type ImagePlaces, placedImage } from "../core/placed-image";

/** The image with nccl-tests that fits the fabric of a pool, as the environment names it. */
export function ncclImage({ fabric }: Pick<ResolvedPool, "fabric">, places: ImagePlaces): typeof NCCL_TESTS_RDMA {
  const known = fabric.health?.nccl.image ?? NCCL_TESTS_RDMA;
  return { ...known, name: placedImage(known.name, places) };
}
