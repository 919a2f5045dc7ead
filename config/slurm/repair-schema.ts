import { z } from "zod";
import { REPAIR_STEPS } from "../facts/node-repairs";
import { key } from "../kernel/key";

const WAY = "Taken up within minutes; a step that has begun goes on.";

/** What becomes of nodes that checks have drained. */
export const repairSchema = z.strictObject({
  mode: key(z.enum(["off", "dry-run", "on"]).default("dry-run"), {
    description:
      "Whether nodes that checks have drained are repaired when no job is on them: on, dry-run (the journal says what would be done, and nothing is), or off. What is done about which cause says docs/node-life.md.",
    update: "in-place",
    updateNote: WAY,
  }),
  steps: key(
    z
      .array(z.enum(REPAIR_STEPS))
      .min(1)
      .default([...REPAIR_STEPS]),
    {
      description:
        "Steps that may be taken: restart (the slurmd pod is made anew), reset (of all GPUs), reboot, replace (another instance of the group takes its place; a server that people bought goes on the list of what is sent back, whatever stands here).",
      example: ["restart", "reset", "reboot"],
      update: "in-place",
      updateNote: WAY,
    },
  ),
  stepsPerHour: key(z.int().min(1).max(1000).default(2), {
    description: "Steps in a pool within an hour, at most.",
    unit: "steps",
    update: "in-place",
    updateNote: WAY,
  }),
  atOnce: key(z.int().min(1).max(1000).default(1), {
    description: "Nodes of a pool that are being repaired at one time, at most.",
    unit: "nodes",
    update: "in-place",
    updateNote: WAY,
  }),
  floorPercent: key(z.int().min(1).max(99).default(50), {
    description:
      "Part of the nodes of a pool that must take jobs: while fewer do, nothing is repaired, for something larger is wrong.",
    unit: "%",
    update: "in-place",
    updateNote: WAY,
  }),
  lemon: key(
    z
      .strictObject({
        faults: key(z.int().min(2).max(100).default(3), {
          description: "Faults of a node within the days, from which on it is not given back.",
          unit: "faults",
          update: "in-place",
          updateNote: WAY,
        }),
        days: key(z.int().min(1).max(90).default(14), {
          description: "Days within which faults of a node are counted.",
          unit: "days",
          update: "in-place",
          updateNote: WAY,
        }),
      })
      .prefault({}),
    {
      description:
        "A node with so many faults in so many days is not given back, though its checks pass: it is replaced, or stays drained until a person takes it back.",
      update: "in-place",
      updateNote: WAY,
    },
  ),
});
