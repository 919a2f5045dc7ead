import { NCCL_TESTS_RDMA } from "../../config/facts/nccl";
import type { ResolvedPool } from "../../config/pools/pool";
import { type ImageMirrors, mirroredImage } from "../core/image-mirrors";

/** The image with nccl-tests that fits the fabric of a pool, from where the environment pulls images. */
export function ncclImage({ fabric }: Pick<ResolvedPool, "fabric">, mirrors: ImageMirrors): typeof NCCL_TESTS_RDMA {
  const known = fabric.health?.nccl.image ?? NCCL_TESTS_RDMA;
  return { ...known, name: mirroredImage(known.name, mirrors) };
}
