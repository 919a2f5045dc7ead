/** What a job asks Slurm for, at the most. */
export interface JobAsks {
  readonly gpus: number;
  /** Until Slurm ends it, or it goes back to the queue. */
  readonly hours: number;
  readonly requeued: boolean;
}

/** Reads what a job of ours asks for in its head. @throws Error where it has none of it: it is then no job that we wrote */
export function jobAsks(text: string): JobAsks {
  const number = (name: string) => {
    const found = new RegExp(`^#SBATCH --${name}=(\\d+)$`, "m").exec(text)?.[1];
    if (found === undefined) throw new Error(`a job does not say its ${name}`);
    return Number(found);
  };
  const [, days, hours, minutes] = /^#SBATCH --time=(\d+)-(\d+):(\d+):00$/m.exec(text) ?? [];
  if (days === undefined) throw new Error("a job does not say its time");
  return {
    gpus: number("nodes") * number("gpus-per-node"),
    hours: 24 * Number(days) + Number(hours) + Number(minutes) / 60,
    requeued: /^#SBATCH --requeue$/m.test(text),
  };
}
