import { NCCL_TESTS_RDMA, type NcclTestsImage } from "../facts/nccl";
import type { FabricHealth } from "./fabric";

/**
 * How a run over NVLink between nodes shows that all of its GPUs are in one domain. Nodes have their IMEX channels as device
 * files, which the DRA driver gives to pods.
 * @param gpus of the run
 * @param image that tests of the group's fabric run in; of one without a fabric, which has CUDA and NCCL
 * @see https://github.com/NVIDIA/nccl/blob/v2.27.3-1/src/mnnvl.cc
 */
export const nvlinkHealth = (
  gpus: number,
  image: NcclTestsImage = NCCL_TESTS_RDMA,
): Pick<FabricHealth, "sysfs" | "nccl"> => ({
  sysfs: "../dev/nvidia-caps-imex-channels",
  nccl: {
    uses: `MNNVL 1 .*cliqueSize ${gpus}( |$)`,
    devices: ".*MNNVL ([01]) cliqueId.*",
    names: `one NVLink domain of all ${gpus} GPUs`,
    floors: [],
    image,
  },
});
