import { tellsOfCollectives } from "../../../config/monitoring/nccl";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** The library that every job with NCCL loads; null: none. */
const pluginOf = (env: SiteEnvironment): string | null =>
  (tellsOfCollectives(env) ? env.monitoring.ncclInspector?.plugin : undefined) ?? null;

/** Code that jobs of all teams run from now on. */
export function jobsLoad({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const plugin = pluginOf(both.after);
  if (plugin === null || plugin === pluginOf(both.before)) return [];
  return [
    findingOn("security", "warning", configAddress(both.after, "slurm", "monitoring.ncclInspector.plugin"), {
      title: `Jobs with GPUs load ${plugin} into their processes.`,
      details: [
        plugin.startsWith("/")
          ? "Whoever may write that file, or a folder above it, runs code in jobs of all teams, in the name of their users."
          : "It is the file of that name in the image of each job.",
        "A fault of it ends jobs; one that does not find it goes on without. Jobs that run keep what they have, and one that sets NCCL_PROFILER_PLUGIN=none loads nothing.",
      ],
      about: ["jobs"],
    }),
  ];
}

/** What nobody learns any more. */
export function collectivesMissed({ both }: ChangeSet): SectionFinding[] {
  if (!both || pluginOf(both.before) === null || pluginOf(both.after) !== null) return [];
  return [
    findingOn("stops", "warning", configAddress(both.after, "platform", "monitoring.ncclInspector"), {
      title: "Jobs tell nothing of the bandwidth of their collectives any more.",
      details: [
        "Series end now, also of jobs that run with the plugin, and so does the alert CollectivesSlower. These jobs go on.",
      ],
      about: ["metrics"],
    }),
  ];
}
