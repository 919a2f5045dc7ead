import type { AnyRepairStep } from "../../../config/facts/node-repairs";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type SectionFinding } from "./change-set";
import { andList, count } from "./words";

/** What holds faults and repairs of a pool back. */
export interface HealthLimits {
  readonly pool: string;
  /** At its largest. */
  readonly nodes: number;
  /** Nodes that may be taken from work for faults at one time, and how many of them within an hour. */
  readonly held: number;
  readonly heldPerHour: number;
  /** Null: nobody repairs, or nothing is done but said. */
  readonly repair: {
    readonly steps: readonly AnyRepairStep[];
    readonly stepsPerHour: number;
    readonly atOnce: number;
    readonly floorPercent: number;
  } | null;
  /** From how many faults within how many days on a node is not given back. */
  readonly lemon: { readonly faults: number; readonly days: number };
}

/** Who the nodes are for, in words. */
export interface HealthWords {
  /** Key of config: `slurm.health`. */
  readonly path: string;
  readonly role: "slurm" | "platform";
  /** The key that limits nodes at one time. */
  readonly key: string;
  /** What becomes of nodes with a fault: `drained`. */
  readonly held: string;
  /** `jobs`. */
  readonly work: string;
}

/** Limits of an environment. */
type Limits = readonly HealthLimits[];

export interface Loosened {
  /** As it runs; empty: nobody asks. */
  readonly before: Limits;
  /** With the keys as they were, on the pools as they will be: a pool that grows raises no limit. */
  readonly asBefore: Limits;
  readonly after: Limits;
}

/** What may happen to nodes of a pool at one time from now on, where less holds it back than before. */
export function loosenedHealth(env: SiteEnvironment, words: HealthWords, all: Loosened): SectionFinding[] {
  const of = (limits: Limits, name: string) => limits.find(({ pool }) => pool === name);
  const more = all.after.flatMap((is) => {
    const was = of(all.asBefore, is.pool);
    return was ? moreAllowed(was, is, words) : [];
  });
  // nothing runs yet on pools that come
  const old = new Set(all.before.map(({ pool }) => pool));
  const whole = all.after
    .filter(({ pool }) => all.before.length === 0 || old.has(pool))
    .flatMap((is) => {
      const was = of(all.before, is.pool);
      const known = was ? wholePool(was, words).map(([what]) => what) : [];
      return wholePool(is, words).flatMap(([what, text]) => (known.includes(what) ? [] : [text]));
    });
  if (more.length === 0 && whole.length === 0) return [];
  const { path, role, key, held, work } = words;
  return [
    findingOn("stops", whole.length > 0 ? "danger" : "warning", configAddress(env, role, `${path} limits`), {
      title:
        whole.length > 0
          ? `A whole pool may be taken from ${work} for faults: ${andList(whole)}.`
          : `More nodes of a pool may be ${held} for faults, or repaired, than before.`,
      details: [
        ...more,
        whole.length > 0 ? "What finds a fault on every node is more likely wrong itself, as after an update." : null,
      ],
      safer:
        whole.length > 0
          ? [
              {
                text: `Leave ${path}.${key} out (a quarter of each pool), and floorPercent, atOnce and stepsPerHour of ${path}.repair, or raise them less.`,
              },
            ]
          : [],
      about: [path],
    }),
  ];
}

/** Nodes that must work before a step is taken: the share is of all of the pool. */
const floorNodes = (nodes: number, percent: number): number => Math.ceil((nodes * percent) / 100);

/** Nodes that may be in repair at one time. */
function inRepair({ nodes, held, repair }: HealthLimits): number {
  if (!repair) return 0;
  const { atOnce, stepsPerHour, floorPercent } = repair;
  return Math.min(atOnce, stepsPerHour, held, nodes - floorNodes(nodes, floorPercent));
}

function moreAllowed(was: HealthLimits, is: HealthLimits, { held, work }: HealthWords): string[] {
  const { nodes } = is;
  const [had, has] = [was.repair, is.repair];
  const up = (before: number, now: number) => Math.min(now, nodes) > Math.min(before, nodes);
  const lines = [
    up(was.held, is.held) ? `up to ${Math.min(is.held, nodes)} ${held} at one time (${was.held} before)` : null,
    up(was.heldPerHour, is.heldPerHour) && !(was.heldPerHour === was.held && is.heldPerHour === is.held)
      ? `up to ${Math.min(is.heldPerHour, nodes)} ${held} within an hour (${was.heldPerHour} before)`
      : null,
    // one whose repair begins is told with its limits
    ...(had && has
      ? [
          up(inRepair(was), inRepair(is)) || up(had.atOnce, has.atOnce)
            ? `up to ${inRepair(is)} in repair at one time (${inRepair(was)} before)`
            : null,
          has.stepsPerHour > had.stepsPerHour
            ? `${count(has.stepsPerHour, "step")} within an hour (${had.stepsPerHour} before)`
            : null,
          has.floorPercent < had.floorPercent
            ? `steps are taken while ${floorNodes(nodes, has.floorPercent)} of them take ${work} (${floorNodes(nodes, had.floorPercent)} before)`
            : null,
        ]
      : []),
    has && sooner(was, is)
      ? `not given back from ${is.lemon.faults} faults within ${count(is.lemon.days, "day")} on (${was.lemon.faults} within ${was.lemon.days} before)`
      : null,
  ].filter((line) => line !== null);
  return lines.length === 0 ? [] : [`${is.pool}, ${count(nodes, "node")} at most: ${lines.join("; ")}.`];
}

const sooner = ({ lemon: was }: HealthLimits, { lemon: is }: HealthLimits): boolean =>
  is.faults < was.faults || is.days > was.days;

/** A pool of fewer is most of it with one node. */
const SMALL_POOL_NODES = 3;

/** Ways in which all of a pool may go: what it is known by, and words. */
function wholePool(limits: HealthLimits, { held }: HealthWords): readonly (readonly [string, string])[] {
  const { pool, nodes, repair } = limits;
  const isHeld = nodes > 1 && limits.held >= nodes;
  const mending = inRepair(limits);
  const atOnce = nodes >= SMALL_POOL_NODES && mending >= nodes - 1;
  const hourly = nodes >= SMALL_POOL_NODES && mending > 1 && repair !== null && repair.stepsPerHour >= nodes;
  const steps = repair?.steps.join(", ") ?? "";
  return [
    ...(isHeld ? [["held", `all ${nodes} nodes of ${pool} may be ${held} at one time`] as const] : []),
    ...(atOnce
      ? [["repair", `${mending} of ${nodes} nodes of ${pool} may be in repair (${steps}) at one time`] as const]
      : []),
    ...(hourly && !atOnce
      ? [
          [
            "hour",
            `all ${nodes} nodes of ${pool} may be repaired (${steps}) within an hour, ${mending} at one time`,
          ] as const,
        ]
      : []),
  ];
}
