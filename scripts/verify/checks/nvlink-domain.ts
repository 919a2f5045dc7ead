import { PUBLISHED } from "../../../constructs/core/placed-image";
import { ncclImage } from "../../../constructs/verify/nccl-image";
import type { Check } from "../check";
import { nvlinkFloor } from "../floors";
import { judgeNvlink } from "../judge/nvlink";
import { collectiveJob, SIZE_GIB } from "./collectives";
import { withoutWholeGpus } from "./programs";

/** All-reduce over the NVLink of several nodes, which the other collectives leave alone. */
export const NVLINK_DOMAIN: Check = {
  id: "nvlink-domain",
  title: "All-reduce over NVLink between nodes",
  suites: ["accept", "weekly"],
  group: "all",
  minutes: 30,
  plan: (pool, { image, places = PUBLISHED }) => {
    const why = withoutWholeGpus(pool);
    if (why !== null) return why;
    if (pool.nvlinkDomainNodes === null) return "NVLink does not span its nodes.";
    const gpus = pool.gpus!.count;
    return {
      job: () =>
        collectiveJob(pool, {
          image: image ?? ncclImage(pool, places).name,
          name: "all_reduce",
          sizeGiB: SIZE_GIB,
          // as jobs of the pool have them: without an IMEX channel NCCL ends then
          env: {},
        }),
      judge: (output, nodes) =>
        judgeNvlink(output, {
          ranks: nodes.length * gpus,
          nodes: nodes.length,
          bytes: SIZE_GIB * 2 ** 30,
          floor: nvlinkFloor(pool, nodes.length, SIZE_GIB),
        }),
    };
  },
};
