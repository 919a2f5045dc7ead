import type { ResolvedCheckpoints } from "../checkpoints/resolve";
import type { CostItem } from "./cost";

/**
 * What data repository tasks of Lustre ask of S3. How many requests FSx makes for a file no document says, nor how often people
 * read what was released.
 * @see https://aws.amazon.com/fsx/lustre/pricing/
 */
export function taskCosts(checkpoints: Pick<ResolvedCheckpoints, "warm"> | null): CostItem[] {
  const tasks = checkpoints?.warm?.tasks ?? [];
  if (tasks.length === 0) return [];
  const released = tasks.some(({ kind }) => kind === "release");
  return [
    {
      label: `tasks of Lustre: ${tasks.map(({ kind }) => kind).join(", ")}`,
      usdPerHour: null,
      usdPerMonth: null,
      note: `billed by use: unknown how many requests FSx makes of S3${released ? ", and how much of what was released is read again" : ""}`,
      byUse: true,
    },
  ];
}
