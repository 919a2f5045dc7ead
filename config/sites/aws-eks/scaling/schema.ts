import { z } from "zod";
import { key } from "../../../kernel/key";

/** Who starts and ends the nodes of a group within its range. */
export const scaledBySchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("karpenter"),
    idleMinutes: key(z.int().min(1).max(60).default(10), {
      description:
        "How long a node may have nothing to do before it goes. In Slurm a node is started for a job and takes minutes to boot: a time below that ends nodes before they did anything.",
      unit: "minutes",
      update: "in-place",
      source: "https://karpenter.sh/docs/concepts/disruption/#consolidation",
    }),
  }),
  // so that whoever asks for it is told why not, in words
  z.strictObject({ kind: z.literal("eks-auto-mode") }),
]);
