import { ExpectedError } from "../errors/expected-error";
import { KubectlError } from "../kubernetes/run-kubectl";
import { lines, type SlurmProgram } from "./controller";

/**
 * Minutes from the moment at which jobs get their signal to that at which they go back to the queue. Slurm looks at time limits
 * twice a minute, and sends `--signal=…@seconds` once so much is left.
 */
export const SAVE_MINUTES = 10;

/** What stands between a limit and the end of a job: it is queued again before its limit ends it. */
const MARGIN_MINUTES = 1;

/** Limits that jobs had, kept where they outlive this process. */
export interface KeptLimits {
  readonly get: () => Readonly<Record<string, string>>;
  /** @throws where they cannot be written down; the limit of the job is not changed then */
  readonly set: (limits: Readonly<Record<string, string>>) => Promise<void>;
}

/** Gives jobs the limits back that somebody had written down, who was killed then. */
export async function restoreKept(slurm: SlurmProgram, kept: KeptLimits, tell: (text: string) => void): Promise<void> {
  const limits = Object.entries(kept.get());
  for (const [id, limit] of limits) {
    try {
      await slurm("scontrol", "update", `JobId=${id}`, `TimeLimit=${limit}`);
      tell(`Slurm: job ${id} has its time limit of ${limit} again`);
    } catch (error) {
      // it has ended meanwhile
      if (!(error instanceof ExpectedError)) throw error;
    }
  }
  if (limits.length > 0) await kept.set({});
}

interface Told {
  /** The limit that the job asked for, as Slurm writes it. */
  readonly limit: string;
  shortened: boolean;
  requeued: boolean;
}

/**
 * Sends jobs away from nodes so that none is lost: each gets the signal that it asked for (`sbatch --signal`), which Slurm sends
 * before the time limit alone, and goes back to the queue then, with the limit that it had. One that may not be queued again goes on.
 */
export class SendAway {
  private readonly known = new Map<string, Told>();
  private requeueAt: number | null = null;

  /**
   * @param at when jobs get their signal, as `Date.now()` counts
   * @param minutes for them to save
   * @param kept where limits are written down before they are shortened. @default - nowhere
   */
  constructor(
    private readonly slurm: SlurmProgram,
    private readonly at: number,
    private readonly tell: (text: string) => void,
    private readonly minutes: number = SAVE_MINUTES,
    private readonly kept: KeptLimits | null = null,
  ) {}

  /** One look. @param jobs ids of those that are on the nodes */
  async look(jobs: readonly string[], now = Date.now()): Promise<void> {
    if (now < this.at) return;
    await this.giveBack(false);
    const fresh = jobs.filter((id) => !this.known.has(id));
    if (fresh.length > 0) await this.signal(fresh);
    this.requeueAt ??= now + this.minutes * 60_000;
    if (now < this.requeueAt) return;
    for (const id of jobs) if (this.known.get(id)?.requeued === false) await this.requeue(id);
    await this.giveBack(false);
  }

  /** Gives every job the limit that it had, those that still run as well. It never fails. */
  async end(): Promise<void> {
    await this.giveBack(true);
  }

  private async signal(jobs: readonly string[]): Promise<void> {
    // a job that has begun: minutes that it runs, and the limit that it asked for
    const seen = lines(
      await this.slurm("squeue", "--noheader", "--all", `--jobs=${jobs.join(",")}`, "--format=%A|%M|%l|%T"),
    );
    for (const line of seen) {
      const [id = "", elapsed = "", limit = "", state = ""] = line.split("|");
      this.known.set(id, { limit, shortened: false, requeued: false });
      if (state !== "RUNNING") continue;
      const minutes = minutesOf(elapsed) + this.minutes + MARGIN_MINUTES;
      const had = limit === "UNLIMITED" ? Infinity : minutesOf(limit);
      if (had <= minutes) continue;
      await this.kept?.set({ [id]: limit, ...this.kept.get() });
      if (!(await this.update(id, `TimeLimit=${minutes}`))) continue;
      this.known.get(id)!.shortened = true;
      this.tell(`Slurm: job ${id} is told to save, and goes back to the queue in ${this.minutes} minutes`);
    }
  }

  private async requeue(id: string): Promise<void> {
    const job = this.known.get(id)!;
    job.requeued = true;
    try {
      await this.slurm("scontrol", "requeue", id);
      this.tell(`Slurm: job ${id} goes back to the queue`);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // before its limit ends it
      if (job.shortened) await this.restore(id, job);
      this.tell(`Slurm: job ${id} cannot go back to the queue, and goes on: ${error.message}`);
    }
  }

  /** @param all those that run as well, and not those alone that wait for their next run */
  private async giveBack(all: boolean): Promise<void> {
    const short = [...this.known].filter(([, { shortened }]) => shortened);
    if (short.length === 0) return;
    const ids = short.map(([id]) => id).join(",");
    let seen: string[];
    try {
      seen = lines(await this.slurm("squeue", "--noheader", "--all", `--jobs=${ids}`, "--format=%A|%T"));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // squeue knows none of them: they have ended
      seen = error instanceof KubectlError && all ? short.map(([id]) => `${id}|PENDING`) : [];
    }
    for (const line of seen) {
      const [id = "", state = ""] = line.split("|");
      const job = this.known.get(id);
      if (job && (all || state === "PENDING")) await this.restore(id, job);
    }
  }

  private async restore(id: string, job: Told): Promise<void> {
    if (await this.update(id, `TimeLimit=${job.limit}`)) {
      job.shortened = false;
      const { [id]: _, ...others } = this.kept?.get() ?? {};
      await this.kept?.set(others);
    } else this.tell(`Slurm: job ${id} asked for a time limit of ${job.limit}, and may have a shorter one now`);
  }

  /** @returns false where Slurm refuses: the job has ended meanwhile */
  private async update(id: string, change: string): Promise<boolean> {
    try {
      await this.slurm("scontrol", "update", `JobId=${id}`, change);
      return true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return false;
    }
  }
}

/** Minutes, rounded up, of a time as Slurm writes it: days-hours:minutes:seconds, without what is none. */
export function minutesOf(text: string): number {
  const [, days = "0", clock = ""] = /^(?:(\d+)-)?([\d:]+)$/.exec(text) ?? [];
  const parts = clock.split(":").map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = [...Array<number>(Math.max(0, 3 - parts.length)).fill(0), ...parts];
  return Number(days) * 1440 + hours * 60 + minutes + Math.ceil(seconds / 60);
}
