/** A training that writes checkpoints, in days of the clock. */
export interface Writing {
  /** From one checkpoint to the next. */
  readonly everyDays: number;
  /** When it ends; null: nobody says, and it goes on. */
  readonly trainingDays: number | null;
}

/** What one tier keeps of them. */
export interface Keeping {
  /** The newest ones; null: all. */
  readonly keepLast: number | null;
  /** Beside them each so many-th; null: none. */
  readonly keepEach: number | null;
  /** Of all these, the newest whose contents are there; null or left out: all. */
  readonly keepData?: number | null;
}

/** One checkpoint in one tier, in days from the start of the training. */
export interface CheckpointLife {
  readonly bornDay: number;
  /** When it is one of those that the tier does not keep; null: never. */
  readonly supersededDay: number | null;
}

/** Checkpoints of a tier that are written until a day, the oldest first. */
export function checkpointLives(
  { everyDays, trainingDays }: Writing,
  { keepLast, keepEach, keepData = null }: Keeping,
  untilDay: number,
): CheckpointLife[] {
  const all = Math.floor(Math.min(trainingDays ?? Infinity, untilDay) / everyDays + 1e-9);
  const most = trainingDays === null ? Infinity : Math.floor(trainingDays / everyDays + 1e-9);
  return Array.from({ length: all }, (_, index): CheckpointLife => {
    const number = index + 1;
    const isKept = keepLast === null || (keepEach !== null && number % keepEach === 0);
    const next = Math.min(
      isKept ? Infinity : number + keepLast,
      keepData === null ? Infinity : releasedAt(number, keepData, { keepLast, keepEach }),
    );
    return { bornDay: number * everyDays, supersededDay: next > most ? null : next * everyDays };
  });
}

/** The checkpoint with which there are enough newer ones: the last of them, and beyond these each so many-th alone. */
function releasedAt(number: number, keepData: number, { keepLast, keepEach }: Keeping): number {
  if (keepLast === null || keepData <= keepLast || keepEach === null) return number + keepData;
  return (Math.floor(number / keepEach) + keepData - keepLast) * keepEach + keepLast;
}
