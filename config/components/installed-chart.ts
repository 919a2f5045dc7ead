import { SLURM_CONTROLLERS } from "../facts/slurm-controllers";
import { CHARTS, type ChartName } from "../facts/versions";
import { compareVersions } from "../kernel/version-order";
import type { SiteEnvironment } from "../sites/environment";

/** How many slurmctld there are. */
export const controllersOf = ({ slurm }: Pick<SiteEnvironment, "slurm">): number => slurm?.controller?.replicas ?? 1;

/** The version of a chart that an environment gets: the pinned one, or a later one where something that it has begins there. */
export function installedVersion(env: Pick<SiteEnvironment, "slurm">, chart: ChartName): string {
  const { version } = CHARTS[chart];
  const { charts, since } = SLURM_CONTROLLERS;
  return controllersOf(env) > 1 && charts.includes(chart) && compareVersions(version, since) < 0 ? since : version;
}
