import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

const PATH = "slurm.rollout";

/** What the next `railyard rollout` may do that the last one might not. */
export function looserRollout({ both }: ChangeSet): SectionFinding[] {
  const [was, is] = [both?.before.slurm?.rollout, both?.after.slurm?.rollout];
  if (!was || !is) return [];
  const details = [
    ...(is.floorPercent < was.floorPercent
      ? [`${is.floorPercent} % of the nodes go on taking jobs meanwhile, and not ${was.floorPercent} %.`]
      : []),
    ...(is.failuresInRow > was.failuresInRow
      ? [`It ends after ${is.failuresInRow} nodes in a row that do not come back, and not after ${was.failuresInRow}.`]
      : []),
  ];
  if (details.length === 0) return [];
  return [
    findingOn("stops", "warning", configAddress(both!.after, "slurm", PATH), {
      title: "A rollout may take more nodes of a pool from jobs at one time, or lose more of them.",
      details: [
        ...details,
        "It holds from the next railyard rollout on, which waits for jobs or tells them before it ends them.",
      ],
      about: [PATH],
    }),
  ];
}
