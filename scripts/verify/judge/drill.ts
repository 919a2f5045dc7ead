import { FAILURE_RATES, failuresPerDay } from "../../../config/facts/failure-rates";
import { GOODPUT_FLOOR } from "../../../config/facts/training-anchors";
import { median } from "../median";
import type { DrillRun } from "../parse/drill";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";
import { WARM_UP } from "./training";

/** A training of which a process was killed, and then a node. */
export interface ExpectedDrill {
  readonly nodes: number;
  readonly processes: number;
  readonly lastStep: number;
  /** Steps between checkpoints. */
  readonly every: number;
  readonly mfu: Floor | null;
  /** Whether its goodput is held against a floor: of a size at which failures are a matter of hours. */
  readonly holdsGoodput: boolean;
}

/** The same step on the same numbers, in another order of sums. */
const SAME_LOSS = 0.01;
/** Checkpoints are seldom written more often than so, s. */
const SHORTEST_INTERVAL = 600;

/** Judges whether a training goes on from its last checkpoint, with the same losses, and how long that takes. */
export function judgeDrill(run: DrillRun, expected: ExpectedDrill): Verdict {
  const { steps, faults } = run;
  const backs = faults.map(({ at, kind, checkpoint }) => {
    const start = run.starts.find((one) => one.at > at);
    const first = start && steps.find((one) => one.at > start.at);
    const before = steps.findLast((one) => one.at <= at)?.step ?? 0;
    return { kind, checkpoint, start, before, seconds: first ? first.at - at : null };
  });
  const restart = Math.max(0, ...backs.flatMap(({ seconds }) => seconds ?? []));
  const shares = steps.flatMap(({ step, mfu }) => (step > WARM_UP && mfu !== null ? [mfu] : []));
  const stall = Math.max(0, ...run.stalls);
  const goodput = restart > 0 ? goodputOf(expected.nodes, stall, restart) : null;
  const goodputFloor: Floor | null = expected.holdsGoodput
    ? {
        value: GOODPUT_FLOOR,
        basis: "published",
        source: "more than 0.9 on 16,384 GPUs, https://arxiv.org/abs/2407.21783",
      }
    : null;
  return verdict(
    [
      ...(shares.length > 0
        ? [{ name: "Median MFU", value: median(shares), unit: "of the peak", floor: expected.mfu }]
        : []),
      ...(goodput === null
        ? []
        : [{ name: "Goodput to expect of a long training", value: goodput, unit: "of its time", floor: goodputFloor }]),
      ...(restart > 0 ? [{ name: "Longest way back to work", value: restart, unit: "s", floor: null }] : []),
    ],
    [...ending(run, expected), ...returning(backs, expected), ...losses(run)],
    "compare steps per second of one node with those of all; then the time that steps wait for data, and for checkpoints",
  );
}

function ending({ steps, faults }: DrillRun, { lastStep, nodes }: ExpectedDrill): Finding[] {
  const findings: Finding[] = [];
  const last = Math.max(...steps.map(({ step }) => step));
  if (last < lastStep)
    findings.push({
      text: `It ended at step ${last}, and not at ${lastStep}.`,
      fix: "read the end of what it printed: what was killed did not come back, or its time was over",
    });
  for (const kind of nodes > 1 ? (["process", "node"] as const) : (["process"] as const))
    if (!faults.some((fault) => fault.kind === kind))
      findings.push({
        text: `No ${kind} was killed: there was no whole checkpoint before its end.`,
        fix: "look at the time that a checkpoint takes: steps are over before it is whole",
      });
  return findings;
}

interface Back {
  readonly kind: string;
  readonly checkpoint: number;
  readonly before: number;
  readonly start: { readonly step: number; readonly processes: number } | undefined;
}

function returning(backs: readonly Back[], { processes, every }: ExpectedDrill): Finding[] {
  return backs.flatMap(({ kind, checkpoint, before, start }): Finding[] => {
    if (!start)
      return [
        {
          text: `After a ${kind} was killed the training did not go on.`,
          fix: "look at the agents of torchrun on the other nodes, and whether they reach the first one",
        },
      ];
    const findings: Finding[] = [];
    if (start.step < checkpoint)
      findings.push({
        text: `After a ${kind} was killed it went on from step ${start.step}, though the checkpoint of step ${checkpoint} was whole.`,
        fix: "look at why it was not read: another node does not see it yet, or a file of it is not what was written",
      });
    if (before - start.step > 2 * every)
      findings.push({
        text: `${before - start.step} steps were lost with a ${kind}, and checkpoints are ${every} steps apart.`,
        fix: "look at the time that a checkpoint takes to be whole",
      });
    if (start.processes !== processes)
      findings.push({
        text: `After a ${kind} was killed ${start.processes} processes went on, and not ${processes}.`,
        fix: "look at whether the node came back before the others began",
      });
    return findings;
  });
}

/** Steps that were done twice must have had the same loss. */
function losses({ steps }: DrillRun): Finding[] {
  const first = new Map<number, number>();
  for (const { step, loss } of steps) {
    const before = first.get(step);
    if (before !== undefined && Math.abs(loss - before) > SAME_LOSS * Math.abs(before))
      return [
        {
          text: `Step ${step} had a loss of ${before}, and ${loss} when it was done again.`,
          fix: "train nothing that matters until it is known why: the state, the order of data or a GPU is not what it was",
        },
      ];
    first.set(step, before ?? loss);
  }
  return [];
}

/**
 * Share of its time that a training on so many nodes goes forward, with checkpoints as far apart as is best.
 * @param stall seconds for which it stands still at a checkpoint @param restart seconds from a failure to the next step
 * @see https://doi.org/10.1016/j.future.2004.11.016 Daly, equation 13
 */
export function goodputOf(nodes: number, stall: number, restart: number): number {
  const worst = FAILURE_RATES.reduce((one, other) =>
    other.perThousandNodeDays > one.perThousandNodeDays ? other : one,
  );
  const between = 86_400 / failuresPerDay(nodes, worst);
  const interval = Math.max(Math.sqrt(2 * stall * between), SHORTEST_INTERVAL);
  return interval / (between * Math.exp(restart / between) * Math.expm1((interval + stall) / between));
}
