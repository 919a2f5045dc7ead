import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SiteEnvironment } from "../../config/sites/environment";
import { isChart } from "../lib/charts/chart-files";
import { pulledFolder } from "../lib/charts/chart-folder";
import type { Release } from "../lib/charts/releases";
import { temporaryFolder } from "../lib/process/temporary-folder";
import { synthesizeInto } from "../lib/synth/synthesize";
import { pulledCharts, type CacheProps } from "./cache";
import { writtenReleases } from "./earlier";
import { findHelm } from "./helm-program";
import { managerPath } from "./managers/program";
import { KUEUE_RELEASE, managerOf } from "./managers/table";
import { builtVersions } from "./programs";

export interface PreparedProps extends CacheProps {
  /** Folder in which charts lie side by side; null: they are pulled. */
  readonly charts: string | null;
}

/** What a rehearsal of environments would build or pull before it begins: sentences; none: all of it is there. */
export function notPrepared(environments: readonly SiteEnvironment[], props: PreparedProps): string[] {
  const built = builtVersions(props);
  const helm = findHelm(props) === null ? ["There is no Helm, neither on the PATH nor in the cache."] : [];
  return [...helm, ...new Set(environments.flatMap((environment) => lacking(environment, built, props)))];
}

function lacking(environment: SiteEnvironment, built: readonly string[], props: PreparedProps): string[] {
  const { version } = environment.cluster;
  const releases = releasesOf(environment);
  const charts = releases.filter((release) => !isThere(release, props)).map((one) => `${one.chart} ${one.version}`);
  const kueue = environment.kueue && releases.find(({ name }) => name === KUEUE_RELEASE)?.version;
  return [
    ...(built.some((one) => one.startsWith(`${version}.`))
      ? []
      : [`The control plane of Kubernetes ${version} is not in the cache.`]),
    ...(kueue && !existsSync(managerPath(managerOf(KUEUE_RELEASE)!, kueue, props))
      ? [`The manager of Kueue ${kueue} is not in the cache.`]
      : []),
    ...(charts.length > 0 ? [`Charts that were never pulled: ${[...new Set(charts)].sort().join(", ")}.`] : []),
  ];
}

function isThere(release: Release, props: PreparedProps): boolean {
  if (release.folder !== null) return true;
  return isChart(
    props.charts === null ? pulledFolder(release, pulledCharts(props)) : join(props.charts, release.chart),
  );
}

function releasesOf(environment: SiteEnvironment): readonly Release[] {
  const folder = temporaryFolder("prepared");
  try {
    synthesizeInto([environment], folder);
    return writtenReleases(environment, folder).releases;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
