import { z } from "zod";
import { NCCL_INSPECTOR } from "../facts/nccl-inspector";
import { key } from "../kernel/key";

/** A file that the loader finds by its name, or where it is. NCCL cuts names after 254 characters. */
const plugin = z
  .string()
  .max(254)
  .regex(
    /^(?!.*\/\.\.?\/)(?:\/(?:[\w.+-]+\/)*)?[\w.+-]+\.so(?:\.\d+)*$/,
    `must be the path of a library from the root, such as /fsx/lib/${NCCL_INSPECTOR.library}, or the name of one`,
  );

/** What NCCL tells of the collectives of jobs. */
export const ncclInspectorSchema = key(
  z
    .strictObject({
      plugin: key(plugin.default(NCCL_INSPECTOR.library), {
        description: `The plugin, which you build of NCCL ${NCCL_INSPECTOR.builtFrom} or later: a path that jobs see, on a volume or in their images, or a name that the loader finds in their images. Railyard brings none.`,
        example: `/fsx/lib/${NCCL_INSPECTOR.library}`,
        update: "in-place",
        source: NCCL_INSPECTOR.source,
      }),
    })
    .optional(),
  {
    description: `Whether jobs of Slurm load NCCL Inspector, by which Prometheus learns the bus bandwidth of their collectives. NCCL loads it from ${NCCL_INSPECTOR.loadedBy} on; a job that has no such file goes on without. It runs in the processes of jobs: a fault of it ends them.`,
    defaultNote: "they do not",
    example: { plugin: `/fsx/lib/${NCCL_INSPECTOR.library}` },
    update: "in-place",
    source: NCCL_INSPECTOR.source,
  },
);
