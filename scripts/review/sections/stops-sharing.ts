import { isDeepStrictEqual } from "node:util";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/**
 * GPUs that are cut or shared in another way, where no label of a node group of EKS tells of it: those of servers that exist, and
 * those that Slurm shares.
 */
export function sharingChanged({ both }: Pick<ChangeSet, "both">): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const inSlurm = groupNamesInPartitions(after);
  return after.nodeGroups.flatMap((now) => {
    const was = before.nodeGroups.find(({ name }) => name === now.name);
    if (!was?.gpus || !now.gpus) return [];
    const [old, new_] = [was, now].map(({ sharing }) => JSON.stringify(sharing.config));
    // a default that is written out, and a partition that comes, cut nothing
    if (
      old === new_ ||
      isDeepStrictEqual(resolvedOf(was), resolvedOf(now)) ||
      (isNodeGroup(now) && !inSlurm.has(now.name))
    )
      return [];
    return [finding(now.name, [old!, new_!], inSlurm.has(now.name), after)];
  });
}

/** What follows from `sharing`, without how config says it. */
const resolvedOf = ({ sharing: { config: _, ...resolved } }: ResolvedPool) => resolved;

function finding(pool: string, [was, now]: [string, string], inSlurm: boolean, env: SiteEnvironment): SectionFinding {
  const key = `nodeGroups.${pool}.sharing`;
  return findingOn("stops", "danger", configAddress(env, "platform", key), {
    title: `GPUs of ${pool} are cut or shared in another way: what uses them has to go, and jobs that ask for more than there is then never start.`,
    details: [`${was} → ${now}`, "What a daemon that restarts does to processes on its GPUs is not known here."],
    safer: [
      {
        text: "Let nothing new onto its nodes, and wait until nothing uses their GPUs.",
        command: inSlurm
          ? `scontrol update nodename=<nodes of ${pool}> state=drain reason=sharing`
          : `kubectl cordon <nodes of ${pool}>`,
      },
      { text: "Apply, and open the nodes again." },
    ],
    about: [key],
  });
}
