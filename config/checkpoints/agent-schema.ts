import { z } from "zod";
import { digested } from "../kernel/image-digest";
import { key, nameSchema } from "../kernel/key";

/** It is the pod of a Deployment: nodes and jobs see nothing of it. */
const CHANGED = {
  update: "in-place",
  updateNote:
    "The pod of the agent is made anew: a round that is under way ends, and the next one goes on from what is there.",
} as const;

/** The pod that takes checkpoints from tier to tier. */
export const agentSchema = z.strictObject({
  image: key(digested.optional(), {
    description:
      "Image with Python and boto3, by its digest. Nobody publishes one: `railyard examples <environment>` writes its recipe, images/tiers/Dockerfile. The programs come from the cluster, and need no new image.",
    defaultNote: "none, which is an error",
    example: `registry.example.com/tiers@sha256:${"0".repeat(64)}`,
    ...CHANGED,
  }),
  volume: key(nameSchema(20).optional(), {
    description: "Volume of `storage` that has the checkpoints, where no Lustre is linked to the bucket.",
    defaultNote: "the linked file system of the warm tier",
    ...CHANGED,
  }),
  path: key(
    z
      .string()
      .regex(
        /^\/(?!(.*\/)?\.{1,2}(\/|$))[A-Za-z0-9/._-]*$/,
        "must begin with / and have only letters, digits, /, _, - and dots, but no folder . or ..",
      )
      .optional(),
    {
      description: "Folder of that volume with the runs, from its root.",
      defaultNote: "/checkpoints; with a linked file system warm.path",
      ...CHANGED,
    },
  ),
  whole: key(
    z
      .string()
      .regex(/^[A-Za-z0-9._-]+$/, "must be sums, rename, or the name of a file")
      .default("sums"),
    {
      description:
        "When all of a checkpoint is there: sums (as reference training writes them), rename (what bears a name is whole), or the name of the file that is written last, such as .metadata.",
      ...CHANGED,
    },
  ),
  everySeconds: key(z.int().min(10).max(3600).default(60), {
    description: "Time between two rounds.",
    unit: "seconds",
    ...CHANGED,
  }),
});
