import { z } from "zod";
import { NODE_CHECK_NAMES } from "../facts/node-checks";
import { key } from "../kernel/key";
import { repairSchema } from "./repair-schema";

const WAY = "Taken up within minutes; a step that has begun goes on.";

/** What nodes are asked, and what becomes of those that answer badly. */
export const healthSchema = z.strictObject({
  checks: key(z.partialRecord(z.enum(NODE_CHECK_NAMES), z.enum(["drain", "tell", "off"])).default({}), {
    description:
      "What a finding of a check does, where it is not what docs/node-life.md says: drain (the node takes no new job, and what runs goes on), tell (a line in the log of the slurmd pod), or off.",
    example: { clocks: "drain", "fabric-counters": "off" },
    update: "none",
    updateNote: "Nodes take it up within two minutes.",
  }),
  resume: key(z.enum(["checks", "people"]).default("checks"), {
    description:
      "Who takes a node back that a check has drained: all checks together, ten minutes later at the soonest and, after a fault that only a boot or a repair mends, once the node has started anew; or people, by scontrol update state=resume. A node that a person has drained stays with people.",
    update: "none",
    updateNote: "Nodes take it up within two minutes.",
  }),
  cordon: key(z.boolean().default(true), {
    description:
      "Whether a node that a check has drained is cordoned in Kubernetes, too, once no job is on it, and a node that Kubernetes finds broken or has not heard of for five minutes, which Slurm's operator drains then. Both are opened when the reason is gone; a cordon of somebody else is theirs.",
    update: "in-place",
    updateNote: "With false, nodes that are cordoned for a fault stay so until somebody opens them.",
  }),
  drainsAtOnce: key(z.int().min(1).max(65_536).optional(), {
    description:
      "Nodes of a pool that checks may have drained, or that are cordoned for faults, at one time: above it findings are told, and nodes go on. What finds a fault on all nodes is more likely wrong itself.",
    unit: "nodes",
    defaultNote: "a quarter of the nodes of each pool, one at least",
    update: "none",
    updateNote: "Nodes take it up within two minutes.",
  }),
  drainsPerHour: key(z.int().min(1).max(65_536).optional(), {
    description: "Of them, nodes that may have been drained within the last hour.",
    unit: "nodes",
    defaultNote: "drainsAtOnce",
    update: "none",
    updateNote: "Nodes take it up within two minutes.",
  }),
  repair: key(repairSchema.prefault({}), {
    description:
      "What is done with a node that a check has drained, or that Kubernetes finds broken, once no job is on it: by the cause a restart of slurmd, a reset of the GPUs, a reboot, another machine, or nothing. Checks give it back.",
    example: { mode: "on", stepsPerHour: 4 },
    update: "in-place",
    updateNote: WAY,
    source: "https://docs.nvidia.com/deploy/gpu-debug-guidelines/index.html",
  }),
});
