import { z } from "zod";
import { key } from "../kernel/key";

const KUBERNETES = "https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable";

/** What holds while the nodes of a pool are made anew. */
export const rolloutSchema = z.strictObject({
  floorPercent: key(z.int().min(0).max(99).default(75), {
    description:
      "Part of the nodes that goes on taking jobs while railyard rollout makes the nodes of a pool anew, in the pool and in each partition that has it. One node may always go. The default is what rollouts of Kubernetes keep.",
    unit: "%",
    example: 90,
    update: "none",
    updateNote: "It holds from the next railyard rollout on.",
    source: KUBERNETES,
  }),
  failuresInRow: key(z.int().min(1).max(100).default(2), {
    description:
      "So many nodes in a row that do not come back, or that their checks do not accept, end a rollout: what is wrong is then in all of them.",
    unit: "nodes",
    update: "none",
    updateNote: "It holds from the next railyard rollout on.",
  }),
});
