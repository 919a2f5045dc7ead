import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedVolume } from "../storage/kind";
import { HOURS_BETWEEN, poolsForPods, startedBy } from "./retrain";
import type { ResolvedDataset } from "./resolve";

/** Folder of a volume, beside those of people, in which checks of drift leave for Prometheus what they have found. Frozen: jobs that were written name it. */
export const DRIFT_FOLDER = "railyard-drift-metrics";

/** A dataset of whose checks Prometheus learns. */
export interface ToldDrift {
  readonly dataset: string;
  /** Hours from one check to the next. */
  readonly everyHours: number;
}

type Checked = Pick<SiteEnvironment, "slurm" | "kueue" | "teams">;

/**
 * Whether its checks are jobs of Slurm, which see every volume that is mounted; else they are pods in the namespace of a team, or of
 * jobs where there is no team.
 */
export const isCheckedInSlurm = ({ slurm }: Pick<Checked, "slurm">, { drift }: ResolvedDataset): boolean =>
  slurm !== null && (drift?.retrain === undefined || startedBy(drift.retrain) === "slurm");

/** Volumes that a pod on a system node mounts, and in which its root may make a folder. */
const isKept = ({ mount, hostFolder, squashesRoot }: ResolvedVolume): boolean =>
  !mount.files && !mount.readOnly && mount.onLogin !== false && hostFolder === undefined && !squashesRoot;

const podsSee = ({ teams, kueue }: Checked, { mount }: ResolvedVolume): boolean =>
  Object.keys(teams).length > 0 ? mount.teams : !kueue;

/** Where checks leave what they have found; null: no volume is for it. */
export function driftVolume(env: SiteEnvironment): ResolvedVolume | null {
  const kept = env.storage.filter(isKept);
  const inPods = poolsForPods(env).length > 0 && env.datasets.some(({ drift }) => drift !== null);
  return (inPods ? kept.find((volume) => podsSee(env, volume)) : undefined) ?? kept[0] ?? null;
}

/** Datasets of which a check leaves something that Prometheus reads. */
export function toldDrift(env: SiteEnvironment): readonly ToldDrift[] {
  const volume = driftVolume(env);
  if (volume === null || !env.monitoring.enabled) return [];
  return env.datasets.flatMap((dataset) => {
    if (dataset.drift === null || !(isCheckedInSlurm(env, dataset) || podsSee(env, volume))) return [];
    return [{ dataset: dataset.name, everyHours: HOURS_BETWEEN[dataset.drift.every] }];
  });
}

/** Folder as jobs and pods see it, for a dataset of which Prometheus learns; null: of this one it does not. */
export function driftFolder(env: SiteEnvironment, dataset: string): string | null {
  const volume = driftVolume(env);
  return volume && toldDrift(env).some((one) => one.dataset === dataset)
    ? `${volume.mount.mountPath}/${DRIFT_FOLDER}`
    : null;
}
