import { healthLoopOf } from "../../../config/health/health";
import { healthOf } from "../../../config/slurm/health";
import { repairOf, type Replacer } from "../../../config/slurm/repair";
import { causeClasses, podSteps, type AnyRepairStep, type CauseClass } from "../../../config/facts/node-repairs";
import { SXID_SOURCE } from "../../../config/facts/sxids";
import { XID_SOURCE } from "../../../config/facts/xids";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** What nodes are asked, and what becomes of those that answer badly. */
interface RepairSheet {
  /** `off`: people mend nodes. */
  readonly repair: "off" | "dry-run" | "on";
  /** So many faults within so many days, and a node is not given back; null where nothing is repaired. */
  readonly lemon: { readonly faults: number; readonly days: number } | null;
  /** What is done about which cause; empty where nothing is repaired. */
  readonly causes: readonly CauseClass[];
  /** Whose meaning of XIDs that is. */
  readonly xids: typeof XID_SOURCE;
}

/** The same of nodes of Slurm. */
export interface ChecksSheet extends RepairSheet {
  readonly resume: "checks" | "people";
  readonly cordon: boolean;
  readonly pools: readonly PoolChecks[];
}

/** The same of nodes that no partition has. */
export interface NodeHealthSheet extends RepairSheet {
  readonly pools: readonly PoolHealthChecks[];
}

export interface PoolHealthChecks extends RepairedPool {
  /** Names of those that cordon, and of those that are told alone. */
  readonly cordons: readonly string[];
  readonly tells: readonly string[];
  readonly cordonsAtOnce: number;
}

export interface PoolChecks extends RepairedPool {
  /** Names of those that drain, and of those that are told alone. */
  readonly drains: readonly string[];
  readonly tells: readonly string[];
  readonly drainsAtOnce: number;
  readonly drainsPerHour: number;
}

interface RepairedPool {
  readonly pool: string;
  /** Null where nothing is repaired. */
  readonly repair: {
    readonly steps: readonly AnyRepairStep[];
    readonly stepsPerHour: number;
    readonly atOnce: number;
    readonly floorPercent: number;
    readonly replacedBy: Replacer;
  } | null;
}

/** Checks and repairs of nodes that no partition has; null: config has no `health`. */
export function nodeHealthSheet(env: SiteEnvironment): NodeHealthSheet | null {
  const loop = healthLoopOf(env);
  if (!env.health || loop.length === 0) return null;
  const { mode, lemon, steps } = env.health.repair;
  return {
    repair: mode,
    lemon: mode === "off" ? null : lemon,
    pools: loop.map(({ pool, checks, cordonsAtOnce, repair }) => {
      const names = (reaction: string) => checks.flatMap((one) => (one.reaction === reaction ? [one.name] : []));
      return { pool: pool.name, cordons: names("cordon"), tells: names("tell"), cordonsAtOnce, repair };
    }),
    causes: mode === "off" ? [] : causeClasses(steps, podSteps),
    xids: XID_SOURCE,
  };
}

/** Checks and repairs of nodes of Slurm; null: config has no `slurm.health`. */
export function checksSheet(env: SiteEnvironment): ChecksSheet | null {
  const health = env.slurm?.health;
  const pools = healthOf(env);
  if (!health || !pools) return null;
  const repairs = repairOf(env);
  return {
    resume: health.resume,
    cordon: health.cordon,
    repair: health.repair.mode,
    lemon: repairs && health.repair.lemon,
    pools: pools.map(({ pool, checks, drainsAtOnce, drainsPerHour }) => {
      const { pool: _, ...repair } = repairs?.find((one) => one.pool === pool) ?? { pool: null };
      const names = (reaction: string) => checks.flatMap((one) => (one.reaction === reaction ? [one.name] : []));
      return {
        pool,
        drains: names("drain"),
        tells: names("tell"),
        drainsAtOnce,
        drainsPerHour,
        repair: "steps" in repair ? repair : null,
      };
    }),
    causes: repairs ? causeClasses(health.repair.steps) : [],
    xids: XID_SOURCE,
  };
}

const REPAIRS = {
  off: "people mend drained nodes",
  "dry-run": "repair is a dry run: its journal says what would be done, and nothing is",
  on: "drained nodes are repaired once no job is on them, by what was found",
};

/** The same in words; nothing without `slurm.health`. */
export function checksSection(sheet: ChecksSheet | null): SheetSection[] {
  if (!sheet) return [];
  const { resume, cordon, repair, lemon, pools, causes, xids } = sheet;
  return [
    {
      title: "Node checks",
      head: ["node group", "drain", "are told", "drained at once", "in an hour"],
      rows: pools.map((pool) => [
        pool.pool,
        number(pool.drains.length),
        number(pool.tells.length),
        number(pool.drainsAtOnce),
        number(pool.drainsPerHour),
      ]),
      right: [1, 2, 3, 4],
      notes: [
        `drained nodes are taken back by ${resume}${cordon ? ", and cordoned in Kubernetes meanwhile" : ""}`,
        REPAIRS[repair],
        ...(lemon ? [lemonNote(lemon)] : []),
      ],
    },
    ...(repair === "off"
      ? []
      : [repairs("Repair of drained nodes", pools), causesSection("Repair by cause", causes, xids)]),
  ];
}

const HEALTH_REPAIRS = {
  off: "people mend cordoned nodes",
  "dry-run": "repair is a dry run: its journal says what would be done, and nothing is",
  on: "cordoned nodes are repaired once no pod is on them, by what was found",
};

/** What nodes are asked that no partition has, in words. */
export function nodeHealthSection(sheet: NodeHealthSheet | null): SheetSection[] {
  if (!sheet) return [];
  const { repair, lemon, pools, causes, xids } = sheet;
  return [
    {
      title: "Node checks of Kubernetes alone",
      head: ["node group", "cordon", "are told", "cordoned at once"],
      rows: pools.map((pool) => [
        pool.pool,
        number(pool.cordons.length),
        number(pool.tells.length),
        number(pool.cordonsAtOnce),
      ]),
      right: [1, 2, 3],
      notes: [
        "cordoned nodes are opened when nothing has been wrong for ten minutes",
        HEALTH_REPAIRS[repair],
        ...(lemon ? [lemonNote(lemon)] : []),
      ],
    },
    ...(repair === "off"
      ? []
      : [repairs("Repair of cordoned nodes", pools), causesSection("Repair of cordoned nodes by cause", causes, xids)]),
  ];
}

const lemonNote = ({ faults, days }: NonNullable<RepairSheet["lemon"]>): string =>
  `a node with ${faults} faults within ${days} days is not given back`;

const BY: Readonly<Record<Replacer, string>> = { group: "Auto Scaling", karpenter: "Karpenter", list: "people" };

const repairs = (title: string, pools: readonly RepairedPool[]): SheetSection => ({
  title,
  head: ["node group", "steps", "replaced by", "at once", "steps in an hour", "none while fewer work than"],
  rows: pools.flatMap(({ pool, repair }) =>
    repair
      ? [
          [
            pool,
            repair.steps.join(", "),
            BY[repair.replacedBy],
            number(repair.atOnce),
            number(repair.stepsPerHour),
            `${repair.floorPercent} %`,
          ],
        ]
      : [],
  ),
  right: [3, 4, 5],
  notes: [],
});

const causesSection = (
  title: string,
  causes: RepairSheet["causes"],
  { url, of, asOf }: RepairSheet["xids"],
): SheetSection => ({
  title,
  head: ["steps, until checks give the node back", "causes"],
  rows: causes.map(({ steps, causes: found }) => [steps.join(", ") || "people", found.join("; ")]),
  right: [],
  notes: [
    `XIDs: ${of}, read in ${asOf}: ${url}`,
    `SXids: ${SXID_SOURCE.of}, read in ${SXID_SOURCE.asOf}: ${SXID_SOURCE.url}`,
  ],
});
