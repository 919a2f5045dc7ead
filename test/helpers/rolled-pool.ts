import type { SeenNode } from "../../scripts/lib/slurm/pool-nodes";
import { Rollout } from "../../scripts/lib/slurm/rollout";
import { ROLLOUT_REASON, type RolloutWorld, type Verdict } from "../../scripts/lib/slurm/rollout-world";
import { newRollout } from "../../scripts/lib/slurm/rollout-nodes";
import type { RolloutLimits, RolloutState, RolloutWay } from "../../scripts/lib/slurm/rollout-state";

export const LIMITS: RolloutLimits = { floorPercent: 75, failuresInRow: 2, comesBack: true, hasChecks: true };

interface Machine {
  pool: string;
  state: string;
  reason: string;
  jobs: string[];
  uid: number;
  /** When it is there again, in seconds; null: it is there. */
  backAt: number | null;
  verdict: Verdict;
}

/** Nodes of pools that are made anew, in a clock of their own. */
export class RolledPool implements RolloutWorld {
  now = 1_000_000;
  readonly machines = new Map<string, Machine>();
  readonly messages: string[] = [];
  saved: RolloutState | null = null;
  /** Fewest nodes of the pool that took jobs at any time. */
  fewest = Infinity;
  /** What was done to nodes: `remake a`. */
  readonly done: string[] = [];
  /** Seconds that a machine is away; Infinity: it never comes back. */
  away = 60;
  /** Names of machines that come in the place of others. */
  renames = false;
  /** Whether Slurm keeps the node of a machine that is gone: a pod of its name comes on the next one. */
  keepsName = false;
  fails: (what: string) => void = () => {};

  constructor(names: readonly string[], pool = "h100") {
    for (const name of names) this.add(name, pool);
  }

  add(name: string, pool = "h100", change: Partial<Machine> = {}): void {
    this.machines.set(name, {
      pool,
      state: "idle",
      reason: "",
      jobs: [],
      uid: this.machines.size + 1,
      backAt: null,
      verdict: { kind: "sound" },
      ...change,
    });
  }

  of(name: string): Machine {
    return this.machines.get(name)!;
  }

  /** A rollout of the pool with these machines, or one that goes on. */
  rollout(way: RolloutWay = "reboot", limits: Partial<RolloutLimits> = {}, state?: RolloutState): Rollout {
    return new Rollout(
      {
        world: this,
        pool: "h100",
        limits: { ...LIMITS, ...limits },
        shares: [
          { title: "pool h100", pools: ["h100"] },
          { title: "partition train", pools: ["h100", "h200"] },
        ],
      },
      state ?? newRollout("h100", way, this.nodes(), this.now),
    );
  }

  /** Looks again and again. @returns how often, until nothing is left */
  async toTheEnd(rollout: Rollout, most = 400): Promise<number> {
    for (let looks = 1; looks <= most; looks++) {
      if ((await rollout.look()).length === 0) return looks;
      this.now += 15;
    }
    return Infinity;
  }

  nodes(): SeenNode[] {
    for (const [name, machine] of [...this.machines]) {
      if (machine.backAt === null || machine.backAt > this.now) continue;
      machine.backAt = null;
      machine.uid += 100;
      if (!this.renames) continue;
      this.machines.delete(name);
      this.add(`${name}+`, machine.pool, { uid: machine.uid, verdict: machine.verdict });
    }
    return [...this.machines].flatMap(([name, { pool, state, reason, uid, backAt }]): SeenNode[] => {
      if (backAt !== null && this.renames) return [];
      const mark = String(uid);
      const away = backAt !== null;
      const slurm = { name, state: away ? `${state}*` : state, features: [pool], reason, since: null, by: "" };
      if (away && this.keepsName) return [{ pool, name, slurm, host: null, pod: null }];
      return [
        {
          pool,
          name,
          slurm,
          host: {
            name,
            uid: mark,
            bootId: mark,
            ready: away ? "Unknown" : "True",
            readySince: null,
            cordoned: false,
            providerId: "",
            labels: {},
            annotations: {},
          },
          pod: { name, uid: mark, host: name, hostname: name, ready: !away },
        },
      ];
    });
  }

  see = () => {
    this.fails("see");
    const nodes = this.nodes();
    const own = nodes.filter(({ pool, slurm }) => pool === "h100" && /^(idle|mixed)$/.test(slurm!.state));
    this.fewest = Math.min(this.fewest, own.length);
    return Promise.resolve({ now: this.now, nodes });
  };
  drain = (names: readonly string[], reason: string) => {
    this.fails("drain");
    for (const name of names) {
      const machine = this.of(name);
      Object.assign(machine, { reason, state: machine.jobs.length > 0 ? "draining" : "drained" });
    }
    return Promise.resolve();
  };
  undrain = (names: readonly string[]) => {
    this.fails("undrain");
    for (const name of names) Object.assign(this.of(name), { reason: "", state: "idle" });
    return Promise.resolve();
  };
  withoutJobs = (names: readonly string[]) => Promise.resolve(names.filter((name) => this.of(name).jobs.length === 0));
  remake = ({ name }: SeenNode) => {
    this.fails("remake");
    if (this.of(name).jobs.length > 0 || this.of(name).reason !== ROLLOUT_REASON)
      throw new Error(`${name} is made anew`);
    this.done.push(name);
    this.of(name).backAt = this.now + this.away;
    return Promise.resolve();
  };
  accept = ({ name }: SeenNode) => Promise.resolve(this.of(name).verdict);
  sendAway = () => Promise.resolve();
  save = (state: RolloutState) => {
    this.fails("save");
    this.saved = JSON.parse(JSON.stringify(state)) as RolloutState;
    return Promise.resolve();
  };
  tell = (text: string) => void this.messages.push(text);

  /** The job of a node ends. */
  jobEnds(name: string): void {
    const machine = this.of(name);
    machine.jobs = [];
    if (machine.state === "draining") machine.state = "drained";
    if (machine.state === "mixed") machine.state = "idle";
  }
}
