import { z } from "zod";
import { POD_REPAIR_STEPS } from "../facts/node-repairs";
import { HOST_CHECKS } from "../facts/startup-checks";
import { key } from "../kernel/key";
import { REPAIR_LIMITS } from "./repair-limits-schema";

const WAY = "Taken up within minutes; a step that has begun goes on.";

const repair = z.strictObject({
  mode: key(z.enum(["off", "dry-run", "on"]).default("dry-run"), {
    description:
      "Whether nodes that are cordoned for a fault are repaired: on, dry-run (the journal says what would be done, and nothing is), or off. What is done about which cause says docs/node-life.md.",
    update: "in-place",
    updateNote: WAY,
  }),
  steps: key(
    z
      .array(z.enum(POD_REPAIR_STEPS))
      .min(1)
      .default([...POD_REPAIR_STEPS]),
    {
      description:
        "Steps that may be taken: evict (pods that cannot go on are sent away, so that their jobs start elsewhere; budgets of pods hold), reset (of all GPUs), reboot, replace (another machine takes its place; a server that people bought goes on the list of what is sent back, whatever stands here). Without evict every pod is waited for.",
      example: ["reset", "reboot"],
      update: "in-place",
      updateNote: WAY,
    },
  ),
  ...REPAIR_LIMITS,
});

/** What nodes of Kubernetes alone are asked, and what becomes of those that answer badly. */
export const healthSchema = z.strictObject({
  checks: key(z.partialRecord(z.enum(HOST_CHECKS), z.enum(["cordon", "tell", "off"])).default({}), {
    description:
      "What a finding of a check does, where it is not what docs/node-life.md says: cordon (the node takes no new pod, and what runs goes on), tell (a line in the log of the pod health-checks of the node), or off.",
    example: { clocks: "cordon", nvme: "off" },
    update: "in-place",
    updateNote: WAY,
  }),
  cordonsAtOnce: key(z.int().min(1).max(65_536).optional(), {
    description:
      "Nodes of a pool that may be cordoned for faults at one time: above it findings are told, and nodes go on. What finds a fault on all nodes is more likely wrong itself.",
    unit: "nodes",
    defaultNote: "a quarter of the nodes of each pool, one at least",
    update: "in-place",
    updateNote: WAY,
  }),
  repair: key(repair.prefault({}), {
    description:
      "What is done with a node that is cordoned for a fault: by the cause its pods are evicted, its GPUs reset, it is started anew, another machine takes its place, or nothing. It is opened once nothing has been wrong with it for ten minutes.",
    example: { mode: "on", stepsPerHour: 4 },
    update: "in-place",
    updateNote: WAY,
  }),
});
