import { podSteps, repairsByWords, type AnyRepairStep } from "../../config/facts/node-repairs";
import { scriptFile } from "../core/script-file";

/** A pool whose nodes are repaired, and its limits. */
export interface RepairedPool {
  readonly name: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly steps: readonly AnyRepairStep[];
  readonly stepsPerHour: number;
  readonly atOnce: number;
  readonly floorPercent: number;
  /** Who puts another machine in the place of one. */
  readonly replacedBy: "group" | "karpenter" | "list";
}

/** Where repair remembers what it did, and how much it may do. */
export interface RepairMemoryProps {
  readonly namespace: string;
  /** ConfigMap with the journal, the list of what is for people, and what it remembers. */
  readonly memory: string;
  readonly mode: "dry-run" | "on";
  readonly lemon: { readonly faults: number; readonly days: number };
}

/** Lines that the journal keeps. */
const JOURNAL_LINES = 1000;

const part = (name: string, values: Readonly<Record<string, string | number>> = {}): string =>
  scriptFile(`slurm/files/repair-${name}.sh`, { values }).trimEnd();

/** Parts of the script of any pod that repairs nodes, by the names of their insertions. */
export const repairParts = ({ namespace, memory, mode, lemon }: RepairMemoryProps) => ({
  words: part("words", { namespace, memory }),
  replace: part("replace"),
  memory: part("memory", { namespace, memory, keep: JOURNAL_LINES }),
  decide: part("decide", { mode, faults: lemon.faults, days: lemon.days }),
});

/** The part that decides: it asks nobody. */
export const repairEngine = (): string => scriptFile("slurm/files/node-repair.awk");

/**
 * Lines of the table and of the limits, as the part that decides reads them.
 * @param of whose nodes they are: Slurm's, or of Kubernetes alone
 */
export function repairTable(pools: readonly RepairedPool[], of: "slurm" | "pods" = "slurm"): string {
  const causes = repairsByWords().map((repair) => {
    const { words, waitMinutes, isOutside } = repair;
    const steps = of === "slurm" ? repair.steps : podSteps(repair);
    return ["cause", words, steps.join(","), waitMinutes * 60, isOutside ? "outside" : ""].join("|");
  });
  const limits = pools.map(({ name, stepsPerHour, atOnce, floorPercent, steps, replacedBy }) =>
    ["pool", name, stepsPerHour, atOnce, floorPercent, steps.join(","), replacedBy].join("|"),
  );
  return [...causes, ...limits].join("\n");
}
