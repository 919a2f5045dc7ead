import { repairsByWords, type RepairStep } from "../../config/facts/node-repairs";
import { scriptFile } from "../core/script-file";

/** A pool whose nodes are repaired, and its limits. */
export interface RepairedPool {
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly steps: readonly RepairStep[];
  readonly stepsPerHour: number;
  readonly atOnce: number;
  readonly floorPercent: number;
  /** Who puts another machine in the place of one. */
  readonly replacedBy: "group" | "karpenter" | "list";
}

/** The part that decides: it asks nobody. */
export const repairEngine = (): string => scriptFile("slurm/files/node-repair.awk");

/** Lines of the table and of the limits, as the part that decides reads them. */
export function repairTable(pools: readonly RepairedPool[]): string {
  const causes = repairsByWords().map(({ words, steps, waitMinutes, isOutside }) =>
    ["cause", words, steps.join(","), waitMinutes * 60, isOutside ? "outside" : ""].join("|"),
  );
  const limits = pools.map(({ name, stepsPerHour, atOnce, floorPercent, steps, replacedBy }) =>
    ["pool", name, stepsPerHour, atOnce, floorPercent, steps.join(","), replacedBy].join("|"),
  );
  return [...causes, ...limits].join("\n");
}
