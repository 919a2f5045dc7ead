/** What an object pays in the class that it leaves, and in the one to which it moves. */
export interface ArchiveStep {
  /** Age at which it moves. */
  readonly afterDays: number;
  /** USD for each GB and month before. */
  readonly from: number;
  /** USD for each GB and month from then on. */
  readonly to: number;
  /** Days that the new class charges at least. */
  readonly leastDays: number;
}

/** USD of a GB that lives so many days, with the step or without it: whoever deletes early pays the least days in full. */
export function archiveCost(days: number, { afterDays, from, to, leastDays }: ArchiveStep): number {
  const moved = days > afterDays ? Math.max(days - afterDays, leastDays) : 0;
  return (Math.min(days, afterDays) * from + moved * to) / 30;
}

/**
 * Days that objects must live so that moving them costs no more than leaving them: before, the least charge is more than what is
 * saved. Null: the new class is not cheaper, and it never does. Requests are not in it: checkpoints are large files.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html
 */
export function breakEvenDays({ afterDays, from, to, leastDays }: ArchiveStep): number | null {
  return to < from ? afterDays + (leastDays * to) / from : null;
}
