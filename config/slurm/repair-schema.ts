import { z } from "zod";
import { REPAIR_STEPS } from "../facts/node-repairs";
import { REPAIR_LIMITS } from "../health/repair-limits-schema";
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
  ...REPAIR_LIMITS,
});
