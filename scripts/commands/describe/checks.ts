import { healthOf } from "../../../config/slurm/health";
import { repairOf, type Replacer } from "../../../config/slurm/repair";
import { causeClasses, type CauseClass, type RepairStep } from "../../../config/facts/node-repairs";
import { XID_SOURCE } from "../../../config/facts/xids";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** What nodes of Slurm are asked, and what becomes of those that answer badly. Null: config has no `slurm.health`. */
export interface ChecksSheet {
  readonly resume: "checks" | "people";
  readonly cordon: boolean;
  /** `off`: people mend nodes. */
  readonly repair: "off" | "dry-run" | "on";
  /** So many faults within so many days, and a node is not given back; null where nothing is repaired. */
  readonly lemon: { readonly faults: number; readonly days: number } | null;
  readonly pools: readonly PoolChecks[];
  /** What is done about which cause; empty where nothing is repaired. */
  readonly causes: readonly CauseClass[];
  /** Whose meaning of XIDs that is. */
  readonly xids: typeof XID_SOURCE;
}

export interface PoolChecks {
  readonly pool: string;
  /** Names of those that drain, and of those that are told alone. */
  readonly drains: readonly string[];
  readonly tells: readonly string[];
  readonly drainsAtOnce: number;
  readonly drainsPerHour: number;
  /** Null where nothing is repaired. */
  readonly repair: {
    readonly steps: readonly RepairStep[];
    readonly stepsPerHour: number;
    readonly atOnce: number;
    readonly floorPercent: number;
    readonly replacedBy: Replacer;
  } | null;
}

/** Checks and repairs of an environment. */
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
        ...(lemon ? [`a node with ${lemon.faults} faults within ${lemon.days} days is not given back`] : []),
      ],
    },
    ...(repair === "off" ? [] : [repairs(pools), causesSection(causes, xids)]),
  ];
}

const BY: Readonly<Record<Replacer, string>> = { group: "Auto Scaling", karpenter: "Karpenter", list: "people" };

const repairs = (pools: readonly PoolChecks[]): SheetSection => ({
  title: "Repair of drained nodes",
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

const causesSection = (causes: ChecksSheet["causes"], { url, of, asOf }: ChecksSheet["xids"]): SheetSection => ({
  title: "Repair by cause",
  head: ["steps, until checks give the node back", "causes"],
  rows: causes.map(({ steps, causes: found }) => [steps.join(", ") || "people", found.join("; ")]),
  right: [],
  notes: [`XIDs: ${of}, read in ${asOf}: ${url}`],
});
