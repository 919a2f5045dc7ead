import { z } from "zod";
import { key } from "../kernel/key";

/** What slurmctld asks before it takes a job. */
export const submitSchema = z.strictObject({
  timeLimit: key(z.enum(["required", "default"]).default("required"), {
    description:
      "Whether a job must say how long it may run, or gets the time of its partition, and no more than its QOS allows: without times nothing can be backfilled.",
    update: "in-place",
  }),
  leaves: key(
    z
      .record(
        z.string(),
        z.strictObject({
          nodes: key(z.int().min(2).max(65_536), {
            description: "Nodes at each leaf switch of the partition.",
            unit: "nodes",
            update: "in-place",
          }),
          waitMinutes: key(z.int().min(1).max(10_080).default(60), {
            description: "How long a job waits for as few leaves as it needs before it takes more.",
            unit: "minutes",
            update: "in-place",
          }),
        }),
      )
      .default({}),
    {
      description:
        "Partitions whose jobs wait for as few leaf switches as their size needs (--switches), unless they say otherwise. Slurm chooses few leaves without it, too, but does not wait for them.",
      example: { train: { nodes: 32 } },
      update: "in-place",
      source: "https://slurm.schedmd.com/topology.html",
    },
  ),
});
