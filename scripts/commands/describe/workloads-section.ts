import type { ResolvedWorkload } from "../../../config/workloads/resolve";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** A training as the data sheet has it: what config says, and what was chosen where it says nothing. */
export type WorkloadSheet = Pick<
  ResolvedWorkload,
  "name" | "params" | "tokens" | "pool" | "nodes" | "sequence" | "batch" | "precision"
>;

export const workloadSheets = (workloads: readonly ResolvedWorkload[]): WorkloadSheet[] =>
  workloads.map(({ name, params, tokens, pool, nodes, sequence, batch, precision }) => ({
    name,
    params,
    tokens,
    pool,
    nodes,
    sequence,
    batch,
    precision,
  }));

/** 70e9 → `70B`, as people write it. */
function counted(value: number): string {
  const [scale, letter] =
    (
      [
        [1e12, "T"],
        [1e9, "B"],
        [1e6, "M"],
        [1e3, "K"],
      ] as const
    ).find(([least]) => value >= least) ?? ([1, ""] as const);
  return `${number(value / scale, Number.isInteger(value / scale) ? 0 : 2)}${letter}`;
}

/** Trainings in words; nothing where nobody wrote any. */
export function workloadsSection(environment: string, workloads: readonly WorkloadSheet[]): SheetSection[] {
  if (workloads.length === 0) return [];
  return [
    {
      title: "Workloads",
      head: ["workload", "parameters", "tokens", "node group", "nodes", "sequence", "batch, tokens"],
      rows: workloads.map(({ name, params, tokens, pool, nodes, sequence, batch }) => [
        name,
        counted(params),
        tokens === null ? "–" : counted(tokens),
        pool ?? "none",
        number(nodes),
        number(sequence),
        counted(batch),
      ]),
      right: [1, 2, 4, 5, 6],
      notes: [`what they take: npx railyard size ${environment} ${workloads[0]!.name}`],
    },
  ];
}
