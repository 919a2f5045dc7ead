import { spawnSync } from "node:child_process";
import { REPAIR_STEPS } from "../../config/facts/node-repairs";
import { repairEngine, repairTable, type RepairedPool } from "../../constructs/slurm/repair-table";

export const POOL: RepairedPool = {
  name: "h100",
  nodeSelector: {},
  steps: REPAIR_STEPS,
  stepsPerHour: 2,
  atOnce: 1,
  floorPercent: 50,
  replacedBy: "group",
};

export interface Seen {
  readonly state?: string;
  readonly reason?: string;
  readonly since?: number;
  readonly ready?: string;
  readonly mark?: string;
}

export interface Order {
  readonly node: string;
  readonly step: string;
}

/** A cluster that is looked at again and again. */
export class Watched {
  memory: readonly string[] = [];
  now = 1_000_000;
  constructor(
    readonly pool: RepairedPool = POOL,
    readonly mode: "on" | "dry-run" = "on",
    readonly of: "slurm" | "pods" = "slurm",
  ) {}

  look(nodes: Readonly<Record<string, Seen>>, results: Readonly<Record<string, "failed" | "undone">> = {}) {
    const input = [
      repairTable([this.pool], this.of),
      ...this.memory.map((line) => `was|${line}`),
      ...Object.entries(nodes).map(([name, { state = "idle", reason = "none", since, ready = "True", mark = "" }]) =>
        ["node", name, this.pool.name, state, since ?? this.now, ready, reason, mark].join("|"),
      ),
      ...Object.entries(results).map(([name, result]) => `result|${name}|${result}`),
      "",
    ].join("\n");
    const given = Object.entries({ now: this.now, mode: this.mode, faults: 3, days: 14 }).flatMap(([key, value]) => [
      "-v",
      `${key}=${value}`,
    ]);
    const run = spawnSync("awk", [...given, repairEngine()], { input, encoding: "utf8" });
    if (run.stderr !== "") throw new Error(run.stderr);
    const of = (kind: string) =>
      run.stdout.split("\n").flatMap((line) => (line.startsWith(`${kind}|`) ? [line.slice(kind.length + 1)] : []));
    this.memory = of("memory");
    const orders = of("do").map((line): Order => {
      const [node = "", , step = ""] = line.split("|");
      return { node, step };
    });
    return {
      orders,
      steps: orders.map(({ step }) => step),
      words: of("say"),
      listed: this.memory.flatMap((line) => (line.startsWith("list|") ? [line.split("|")[2]!] : [])),
    };
  }

  /** Minutes later. */
  after(minutes: number): this {
    this.now += minutes * 60;
    return this;
  }
}

export const drained = (what: string, more: Seen = {}): Seen => ({
  state: "drained",
  since: 1_000_000,
  reason: `railyard: ${what}`,
  ...more,
});
export const WELL = { b: {}, c: {}, d: {} };
export const LOST = "hardware: xid: XID 79 on GPU 0000:53:00";
export const RESET = "hardware: xid: XID 48 on GPU 0000:53:00";
