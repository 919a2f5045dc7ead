import type { ResolvedCheckpoints } from "./resolve";

type Warm = NonNullable<ResolvedCheckpoints["warm"]>;

/**
 * Whether checkpoints go from Lustre to the bucket by any way: the link, a task, or the agent of tiers, which exports before it
 * releases (`keepData`). Nothing of them may be deleted on Lustre before the bucket has it.
 */
export const reachesBucket = ({
  export: events,
  tasks,
  keepData,
}: Pick<Warm, "export" | "tasks" | "keepData">): boolean =>
  events.length > 0 || keepData !== null || tasks.some(({ kind }) => kind === "export");
