import { z } from "zod";
import { key } from "../kernel/key";

const WAY = "Taken up within minutes; a step that has begun goes on.";

/** What holds for repairs of nodes, whoever gives them work. */
export const REPAIR_LIMITS = {
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
};
