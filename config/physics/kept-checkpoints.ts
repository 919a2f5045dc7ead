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
  { keepLast, keepEach }: Keeping,
  untilDay: number,
): CheckpointLife[] {
  const all = Math.floor(Math.min(trainingDays ?? Infinity, untilDay) / everyDays + 1e-9);
  const most = trainingDays === null ? Infinity : Math.floor(trainingDays / everyDays + 1e-9);
  return Array.from({ length: all }, (_, index): CheckpointLife => {
    const number = index + 1;
    const isKept = keepLast === null || (keepEach !== null && number % keepEach === 0);
    const next = number + (keepLast ?? 0);
    return {
      bornDay: number * everyDays,
      supersededDay: isKept || next > most ? null : next * everyDays,
    };
  });
}
