import { createHash } from "node:crypto";
import { z } from "zod";
import type { ResolvedPool } from "../../config/pools/pool";
import type { Check } from "./check";
import type { PoolResult } from "./engine/run-checks";
import { median } from "./median";
import type { Figure, Floor, Verdict } from "./verdict";
import { fourDigits } from "./four-digits";

/** Runs of one machine differ by less: what is below this share of the baseline has become slower. */
export const BASELINE_SHARE = 0.9;

const figureSchema = z.strictObject({
  pool: z.string(),
  /** Of what the pool's machines are: another fabric or GPU has another baseline. */
  machines: z.string(),
  check: z.string(),
  /** Nodes of a run. */
  nodes: z.number().int().positive(),
  name: z.string(),
  unit: z.string(),
  value: z.number().positive(),
  /** Runs whose median it is. */
  runs: z.number().int().positive(),
  measuredAt: z.string(),
});

const baselineSchema = z.strictObject({ format: z.literal(1), figures: z.array(figureSchema) });

/** What machines did for which nobody has published a figure, and which somebody has kept on purpose. */
export type Baseline = z.output<typeof baselineSchema>;
export type BaselineFigure = Baseline["figures"][number];

export const NO_BASELINE: Baseline = { format: 1, figures: [] };

/** @throws z.ZodError where it is none */
export const parseBaseline = (value: unknown): Baseline => baselineSchema.parse(value);

/** More of these is better; of all else nobody knows. */
const RATE = /(?:\/s|bps|FLOPS)$/i;

/** Checks that hold figures without another floor against the baseline. */
export const withBaseline = (checks: readonly Check[], baseline: Baseline): Check[] =>
  baseline.figures.length === 0
    ? [...checks]
    : checks.map((check) => ({
        ...check,
        plan: (pool, props) => {
          const planned = check.plan(pool, props);
          if (typeof planned === "string") return planned;
          return {
            ...planned,
            judge: (output, nodes) =>
              held(planned.judge(output, nodes), (figure) => floorOf(baseline, { pool, check, nodes, figure })),
          };
        },
      }));

interface Measured {
  readonly pool: ResolvedPool;
  readonly check: Pick<Check, "id">;
  readonly nodes: readonly string[];
  readonly figure: Figure;
}

function floorOf({ figures }: Baseline, { pool, check, nodes, figure }: Measured): Floor | null {
  const machines = machinesOf(pool);
  const known = figures.find(
    (one) =>
      one.pool === pool.name &&
      one.machines === machines &&
      one.check === check.id &&
      one.nodes === nodes.length &&
      one.name === figure.name &&
      one.unit === figure.unit,
  );
  if (!known) return null;
  return {
    value: BASELINE_SHARE * known.value,
    basis: "baseline",
    source: `${BASELINE_SHARE} of ${known.value} ${known.unit}, the median of ${known.runs} runs of these machines that ended ${known.measuredAt}`,
  };
}

function held(verdict: Verdict, floorFor: (figure: Figure) => Floor | null): Verdict {
  const figures = verdict.figures.map((figure) => (figure.floor ? figure : { ...figure, floor: floorFor(figure) }));
  const low = figures.flatMap(({ name, value, unit, floor }) =>
    floor?.basis === "baseline" && value < floor.value
      ? [
          {
            text: `${name} is ${value} ${unit}, below ${fourDigits(floor.value)} ${unit} (${floor.source}).`,
            fix: "look at what has changed on these nodes since then: images, firmware, clocks, cables; the baseline is in the file of the environment's figures",
          },
        ]
      : [],
  );
  const findings = [...verdict.findings, ...low];
  const isHeld = figures.length > 0 && figures.every(({ floor }) => floor !== null) && !verdict.unknown?.length;
  const status = findings.length > 0 ? "failed" : verdict.status === "measured" && isHeld ? "passed" : verdict.status;
  return { ...verdict, status, figures, findings };
}

/** What a start makes of a baseline. */
export interface KeptBaseline {
  readonly baseline: Baseline;
  /** Sentences on what was not taken, and why. */
  readonly notes: readonly string[];
  /** Figures that are new, or better than before. */
  readonly taken: number;
}

interface KeepProps {
  readonly pools: readonly ResolvedPool[];
  readonly results: readonly PoolResult[];
  readonly measuredAt: string;
}

/** Adds what good nodes did where nobody has published a figure. What is worse than what is kept is told, and not taken. */
export function keptBaseline(before: Baseline, { pools, results, measuredAt }: KeepProps): KeptBaseline {
  const found = results.flatMap((result) => {
    const pool = pools.find(({ name }) => name === result.pool);
    return pool ? figuresOf(pool, result, measuredAt) : [];
  });
  const notes: string[] = [];
  const figures = new Map(before.figures.map((one) => [keyOf(one), one]));
  let taken = 0;
  for (const now of found) {
    const then = figures.get(keyOf(now));
    if (then && then.value >= now.value) {
      if (now.value < BASELINE_SHARE * then.value)
        notes.push(
          `${now.pool}: ${now.name} is ${now.value} ${now.unit}, and ${then.value} of ${then.measuredAt} stay the baseline.`,
        );
      continue;
    }
    taken += 1;
    figures.set(keyOf(now), now);
  }
  return { baseline: { format: 1, figures: [...figures.values()] }, notes, taken };
}

function figuresOf(pool: ResolvedPool, { runs, bad }: PoolResult, measuredAt: string): BaselineFigure[] {
  const isBad = new Set(bad.map(({ node }) => node));
  const groups = new Map<
    string,
    { readonly figure: Omit<BaselineFigure, "value" | "runs">; readonly values: number[] }
  >();
  for (const { check, nodes, status, verdict } of runs) {
    if ((status !== "passed" && status !== "measured") || nodes.some((node) => isBad.has(node))) continue;
    for (const { name, unit, value, floor } of verdict?.figures ?? []) {
      // what is published stays the judge; a baseline that is judged by itself may still grow
      if ((floor !== null && floor.basis !== "baseline") || !RATE.test(unit) || !(value > 0)) continue;
      const figure = {
        pool: pool.name,
        machines: machinesOf(pool),
        check,
        nodes: nodes.length,
        name,
        unit,
        measuredAt,
      };
      const group = groups.get(keyOf(figure)) ?? { figure, values: [] };
      group.values.push(value);
      groups.set(keyOf(figure), group);
    }
  }
  return [...groups.values()].map(({ figure, values }) => ({ ...figure, value: median(values), runs: values.length }));
}

const keyOf = ({ pool, machines, check, nodes, name, unit }: Omit<BaselineFigure, "value" | "runs" | "measuredAt">) =>
  JSON.stringify([pool, machines, check, nodes, name, unit]);

/** Changes with the machines, their GPUs, their fabric and how GPUs are shared. */
const machinesOf = ({ machineType, hardware, gpus, fabric, sharing }: ResolvedPool): string =>
  createHash("sha256")
    .update(JSON.stringify([machineType, hardware, gpus, fabric.title, fabric.gbps, fabric.devices, sharing]))
    .digest("hex")
    .slice(0, 12);
