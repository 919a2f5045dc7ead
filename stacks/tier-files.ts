import { SLURM_MOUNTS } from "../config/facts/slurm-mounts";
import type { SiteEnvironment } from "../config/sites/environment";
import { checkpointFolder } from "../constructs/slurm/samples";
import type { SlurmLayout } from "../constructs/slurm/slurm-types";
import { tierJob, type TierPolicy } from "../constructs/storage/tier-job";
import { isStore } from "./preload-datasets";
import { isTierLinked, linkedFolder, tierLimits } from "./checkpoint-tiers";

/** What takes checkpoints from tier to tier, by file name; empty where jobs have one tier alone. */
export function tierFiles(env: SiteEnvironment, layout: SlurmLayout): Record<string, string> {
  const policy = tierPolicy(env, layout);
  return policy ? tierJob(layout, policy) : {};
}

/** Null where no volume holds checkpoints, or several stores could. */
export function tierPolicy(env: SiteEnvironment, layout: SlurmLayout): TierPolicy | null {
  const { checkpoints } = env;
  if (checkpoints) return ownBucket(env, layout, checkpoints);
  const stores = env.storage.filter(isStore);
  const [store] = stores;
  if (!store || stores.length > 1 || layout.volumes.every(({ files }) => files)) return null;
  const { bucket, prefix } = store.config;
  return {
    warm: { path: checkpointFolder(layout), prune: true },
    // stores of others may refuse sums; nobody else deletes there
    cold: { bucket, prefix, linked: false, prune: true, checksums: false },
  };
}

function ownBucket(
  env: SiteEnvironment,
  layout: SlurmLayout,
  { bucket, prefix, hot, warm, cold, archive }: NonNullable<SiteEnvironment["checkpoints"]>,
): TierPolicy | null {
  const linked = isTierLinked(env);
  const onNvme = layout.nodeGroups.some(({ nvmeScratch }) => nvmeScratch);
  if (layout.volumes.length === 0) return null;
  return {
    // jobs of Slurm see the disks there
    ...(hot && onNvme && { hot: { path: `${SLURM_MOUNTS.scratch}/checkpoints`, ...tierLimits(hot) } }),
    warm: {
      path: linkedFolder(env) ?? checkpointFolder(layout),
      prune: false,
      ...(linked && warm && tierLimits(warm)),
      ...(linked && warm && warm.keepData !== null && { keepData: warm.keepData, archives: warm.export.length === 0 }),
    },
    // S3 deletes what the pruner tags
    cold: { bucket: bucket.name, prefix, linked, prune: false, checksums: true, ...tierLimits(cold) },
    ...(archive && archive.every !== null && { archive: { prefix: archive.prefix, every: archive.every } }),
  };
}
