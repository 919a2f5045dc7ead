import { isDeepStrictEqual } from "node:util";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/**
 * GPUs that are cut or shared in another way, where no label of a node group of EKS tells of it: those of servers that exist, and
 * those that Slurm shares. Those that virtual machines get or lose are told of every pool.
 */
export function sharingChanged({ both }: Pick<ChangeSet, "both">): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const inSlurm = groupNamesInPartitions(after);
  return after.nodeGroups.flatMap((now) => {
    const was = before.nodeGroups.find(({ name }) => name === now.name);
    if (!was?.gpus || !now.gpus) return [];
    const [old, new_] = [was, now].map(({ sharing }) => JSON.stringify(sharing.config));
    // a default that is written out cuts nothing
    if (old === new_ || isDeepStrictEqual(resolvedOf(was), resolvedOf(now))) return [];
    const words = toMachines(was, now, groupNamesInPartitions(before).has(now.name));
    // of its other nodes EKS changes a label, and a partition that comes cuts nothing
    if (!words && isNodeGroup(now) && !inSlurm.has(now.name)) return [];
    const drains = inSlurm.has(now.name) || groupNamesInPartitions(before).has(now.name);
    return [finding(now.name, [old!, new_!], drains, after, words ?? CUT)];
  });
}

const CUT =
  "are cut or shared in another way: what uses them has to go, and jobs that ask for more than there is then never start.";

/** Whose work ends where GPUs go from containers to virtual machines, or back; null: they do neither. */
function toMachines(was: ResolvedPool, now: ResolvedPool, wasInSlurm: boolean): string | null {
  const [before, after] = [was, now].map(({ sharing }) => sharing.workload !== "container");
  if (before === after) return null;
  const users = wasInSlurm ? "jobs of Slurm and pods" : "pods";
  return after
    ? `go to virtual machines: ${users} that use them have to go, and none that asks for a GPU starts on its nodes again.`
    : "come back from virtual machines: those that have one have to stop, and none starts on its nodes again.";
}

/** What follows from `sharing`, without how config says it. */
const resolvedOf = ({ sharing: { config: _, ...resolved } }: ResolvedPool) => resolved;

function finding(
  pool: string,
  [was, now]: [string, string],
  inSlurm: boolean,
  env: SiteEnvironment,
  words: string,
): SectionFinding {
  const key = `nodeGroups.${pool}.sharing`;
  return findingOn("stops", "danger", configAddress(env, "platform", key), {
    title: `GPUs of ${pool} ${words}`,
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
