import { z } from "zod";
import type { PoolResult } from "./engine/run-checks";
import type { Check, Suite } from "./check";
import { differences } from "./differences";
import type { Figure } from "./verdict";

const figure = z.looseObject({ name: z.string(), value: z.number(), unit: z.string() });
const evidenceSchema = z.looseObject({
  format: z.literal(1),
  environment: z.string(),
  configHash: z.string().optional(),
  startedAt: z.string().optional(),
  finishedAt: z.string(),
  pools: z.array(
    z.looseObject({
      pool: z.string(),
      runs: z.array(
        z.looseObject({
          check: z.string(),
          nodes: z.array(z.string()),
          status: z.string(),
          verdict: z.looseObject({ figures: z.array(figure) }).nullable(),
        }),
      ),
    }),
  ),
});

/** What of an earlier evidence is compared. */
export type EarlierEvidence = z.output<typeof evidenceSchema>;

/** @throws z.ZodError where it is no evidence */
export const parseEvidence = (value: unknown): EarlierEvidence => evidenceSchema.parse(value);

/** What a start of `verify` found, with what it is of. */
export interface Evidence {
  readonly format: 1;
  readonly environment: string;
  readonly suite: Suite;
  /** Of the resolved environment: another config is other evidence. */
  readonly configHash: string;
  /** Version of the program, its commit where it is known. */
  readonly program: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  /**
   * - `passed`: every figure was held against a floor, on every node that config asks for.
   * - `measured`: nothing is wrong, and some figure has no floor, or some node was not looked at.
   * - `failed`: a check failed.
   * - `incomplete`: nothing failed, and something was not run.
   */
  readonly outcome: "passed" | "measured" | "failed" | "incomplete";
  /** Of what the suite has, what alone was asked for (`inventory`, `pool h100`); null: all of it. */
  readonly part: readonly string[] | null;
  readonly checks: readonly { readonly id: string; readonly title: string }[];
  readonly pools: readonly PoolResult[];
  /** What outputs tell of what ran there, each value with the nodes that have it: drivers, NCCL, machines. */
  readonly seen: readonly Seen[];
  /** What became slower since the evidence before. */
  readonly slower: readonly string[];
}

/** One version or id, and where it was seen. */
export interface Seen {
  /** `NVIDIA driver`, `NCCL`, `Machine of h100-0` */
  readonly what: string;
  readonly value: string;
  readonly nodes: readonly string[];
}

export interface EvidenceProps extends Pick<Evidence, "environment" | "suite" | "configHash" | "program" | "part"> {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly checks: readonly Pick<Check, "id" | "title">[];
  readonly pools: readonly PoolResult[];
  readonly before: EarlierEvidence | null;
}

/** What a start found, with how it compares with the one before. */
export function evidenceOf({ startedAt, finishedAt, checks, pools, before, ...about }: EvidenceProps): Evidence {
  return {
    format: 1,
    ...about,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    outcome: outcomeOf(pools),
    checks: checks.map(({ id, title }) => ({ id, title })),
    pools: pools.map((pool) => ({ ...pool, notes: [...pool.notes, ...differences(pool)] })),
    seen: seenIn(pools),
    slower: before ? slowerSince(before, pools) : [],
  };
}

function seenIn(pools: readonly PoolResult[]): Seen[] {
  const found = new Map<string, { readonly what: string; readonly value: string; readonly nodes: Set<string> }>();
  for (const { verdict, nodes } of pools.flatMap(({ runs }) => runs))
    for (const [what, value] of Object.entries(verdict?.seen ?? {})) {
      const key = JSON.stringify([what, value]);
      const one = found.get(key) ?? { what, value, nodes: new Set() };
      for (const node of nodes) one.nodes.add(node);
      found.set(key, one);
    }
  return [...found.values()].map(({ nodes, ...one }) => ({ ...one, nodes: [...nodes] }));
}

function outcomeOf(pools: readonly PoolResult[]): Evidence["outcome"] {
  const statuses = pools.flatMap(({ runs }) => runs.map(({ status }) => status));
  if (statuses.some((status) => status === "failed" || status === "unreadable")) return "failed";
  // where nothing was run, nothing is proved
  if (statuses.length === 0 || statuses.includes("not-run") || pools.some(({ unrun }) => unrun.length > 0))
    return "incomplete";
  return statuses.includes("measured") || pools.some(({ unseen }) => unseen.length > 0) ? "measured" : "passed";
}

/** Two runs of one machine differ by less. */
const NOISE = 0.05;

/** Units of which less is better. */
const TIMES: ReadonlySet<string> = new Set(["s", "ms"]);

/** The same figure of the same nodes, and by how much it became worse. */
function slowerSince(before: EarlierEvidence, pools: readonly PoolResult[]): string[] {
  const earlier = new Map(
    before.pools.flatMap(({ pool, runs }) =>
      runs.flatMap(({ check, nodes, verdict }) =>
        (verdict?.figures ?? []).map((one) => [figureKey(pool, check, nodes, one.name), one.value] as const),
      ),
    ),
  );
  return pools.flatMap(({ pool, runs }) =>
    runs.flatMap(({ check, nodes, verdict }) =>
      (verdict?.figures ?? []).flatMap((now: Figure) => {
        const then = earlier.get(figureKey(pool, check, nodes, now.name));
        if (then === undefined || then <= 0) return [];
        // of times, less is better
        const change = TIMES.has(now.unit) ? 1 - now.value / then : now.value / then - 1;
        if (change >= -NOISE) return [];
        const percent = Math.round(-100 * change);
        return [
          `${nodes.join(", ")}: ${now.name} ${TIMES.has(now.unit) ? "rose" : "fell"} by ${percent} % since ${before.finishedAt}, from ${then} to ${now.value} ${now.unit}.`,
        ];
      }),
    ),
  );
}

const figureKey = (pool: string, check: string, nodes: readonly string[], name: string): string =>
  JSON.stringify([pool, check, nodes.toSorted(), name]);
