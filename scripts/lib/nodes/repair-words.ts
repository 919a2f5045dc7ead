import { podSteps, repairsByWords, type AnyRepairStep } from "../../../config/facts/node-repairs";
import type { PoolRepair } from "../../../config/slurm/repair";

/** What repair remembers of a node. */
export interface RepairCase {
  readonly node: string;
  /** As its table of causes has it. */
  readonly cause: string;
  /** Steps of the cause that are behind it. */
  readonly done: number;
  /** When the last one was taken, in seconds since 1970. */
  readonly acted: number | null;
  /** Steps that were taken, in their order. */
  readonly tried: string;
  /** What stands in the way of the next one. */
  readonly hindrance: string;
  readonly isOver: boolean;
  readonly isLemon: boolean;
}

/** A fault of the machine, by which one is known that comes back again and again. */
export interface RememberedFault {
  readonly node: string;
  /** ISO moment. */
  readonly at: string;
  readonly cause: string;
  /** Where the finding names one: its address, or its number. */
  readonly gpu: string | null;
}

/** What it remembers of all nodes. */
export interface RepairMemory {
  /** The oldest first. */
  readonly faults: readonly RememberedFault[];
  readonly cases: ReadonlyMap<string, RepairCase>;
  /** By the node, what people have to mend. */
  readonly forPeople: ReadonlyMap<string, string>;
}

/** Lines of node-repair.awk: what a case and a row of the list are. */
export function readMemory(text: string): RepairMemory {
  const cases = new Map<string, RepairCase>();
  const forPeople = new Map<string, string>();
  const faults: RememberedFault[] = [];
  for (const line of text.split("\n")) {
    const [kind, ...fields] = line.split("|");
    if (kind === "case") {
      const [node = "", , cause = "", done = "", acted = "", , tried = "", hindrance = "", ended = "", lemon = ""] =
        fields;
      cases.set(node, {
        node,
        cause,
        done: Number(done),
        acted: /^\d+$/.test(acted) ? Number(acted) : null,
        tried,
        hindrance,
        isOver: ended !== "",
        isLemon: lemon === "1",
      });
    } else if (kind === "fault") {
      const [at = "", node = "", cause = "", gpu = ""] = fields;
      faults.push({ node, at: iso(Number(at)), cause, gpu: gpu || null });
    } else if (kind === "list") {
      const [, node = "", , ...what] = fields;
      forPeople.set(node, what.join("|"));
    }
  }
  return { cases, forPeople, faults: faults.toSorted((one, other) => one.at.localeCompare(other.at)) };
}

/** Steps that repair may take with nodes of a pool, and who replaces them. */
export interface RepairLimits {
  readonly steps: readonly AnyRepairStep[];
  readonly replacedBy: PoolRepair["replacedBy"];
  /** Whose nodes they are. */
  readonly of: "slurm" | "pods";
}

/** Steps by the words of a cause, as the part that decides knows them. */
const STEPS = {
  slurm: new Map<string, readonly AnyRepairStep[]>(repairsByWords().map(({ words, steps }) => [words, steps])),
  pods: new Map<string, readonly AnyRepairStep[]>(repairsByWords().map((repair) => [repair.words, podSteps(repair)])),
};

/** The step that comes next; `people`: none is left, or nobody knows the cause. */
export function nextStep(
  { cause, done, isLemon }: RepairCase,
  { steps, replacedBy, of }: RepairLimits,
): AnyRepairStep | "people" {
  const all: readonly AnyRepairStep[] = isLemon ? ["replace"] : (STEPS[of].get(cause) ?? []);
  const next = all.slice(done).find((step) => steps.includes(step));
  return next === undefined || (next === "replace" && replacedBy === "list") ? "people" : next;
}

/** What repair has done with a drained node, and does next; null: it has nothing to do with it. */
export function repairWords(
  host: string,
  isItsOwn: boolean,
  memory: RepairMemory | null,
  limits: RepairLimits | null,
  mode: "off" | "dry-run" | "on",
): string | null {
  if (mode === "off" || limits === null) return isItsOwn ? "repair is off: people mend it" : null;
  if (memory === null) return isItsOwn ? "unknown: what repair remembers cannot be read" : null;
  const listed = memory.forPeople.get(host);
  if (listed !== undefined) return `for people: ${listed}`;
  const known = memory.cases.get(host);
  if (!known || known.isOver) return isItsOwn ? "repair has not looked at it yet" : null;
  const next = nextStep(known, limits);
  const parts = [
    ...(known.tried ? [`tried ${known.tried}${known.acted === null ? "" : `, last ${moment(known.acted)}`}`] : []),
    ...(known.hindrance ? [known.hindrance] : []),
    ...(known.hindrance.startsWith("dry run") ? [] : [next === "people" ? "next: people" : `next: ${next}`]),
  ];
  return parts.join("; ");
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const moment = (seconds: number): string => iso(seconds).slice(0, 16).replace("T", " ");
