import { REPAIR_STEPS } from "../../../config/facts/node-repairs";
import { nodeRepairScript } from "../../../constructs/slurm/node-repair";
import { repairEngine } from "../../../constructs/slurm/repair-table";

/**
 * Repair of the nodes of groups, as its pod runs it, with limits that a drill of few nodes reaches. Its table of causes is that of every
 * environment.
 */
export const repairFiles = (groups: readonly string[]): Record<string, string> => ({
  "node-repair.sh": nodeRepairScript({
    namespace: "slurm",
    mode: "on",
    // the same node has more faults in a drill than one that is sent back
    lemon: { faults: 50, days: 1 },
    pools: groups.map((name) => ({
      name,
      nodeSelector: { group: name },
      steps: REPAIR_STEPS,
      stepsPerHour: 4,
      atOnce: 1,
      floorPercent: 50,
      replacedBy: "list",
    })),
  }),
  "node-repair.awk": repairEngine(),
});
