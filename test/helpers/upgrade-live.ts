import type { LoadedEnvironment } from "../../config";
import type { LoadedOnAws } from "../../scripts/lib/environments/on-aws";
import type { ChartName } from "../../config/facts/versions";
import type { ClusterAddon } from "../../config/sites/aws-eks/cluster/resolve";
import type { ChartRelease } from "../../scripts/lib/charts/chart-release";
import type { LiveAnswers, Unanswered } from "../../scripts/commands/upgrade/model";
import { clusterSample } from "./cluster";
import { sample, type Change } from "./environment";

/** Answers in short. */
export interface LiveVersions {
  /** Minor → day on which standard support ends. */
  readonly minors?: Readonly<Record<string, string>>;
  readonly addons?: Readonly<Partial<Record<ClusterAddon, Readonly<Record<string, string>>>>>;
  readonly al2023?: Readonly<Record<string, string>>;
  readonly bottlerocket?: Readonly<Record<string, string>>;
  /** Chart → versions, newest first; one may ask for a Kubernetes: `1.3.0 >=1.35`. */
  readonly charts?: Readonly<Partial<Record<ChartName, readonly string[]>>>;
  readonly unanswered?: readonly Unanswered[];
}

/** Answers of AWS and of repositories, as of the day of the tests. */
export function liveAnswers(live: LiveVersions = {}): LiveAnswers {
  const read = <T>(value: T) => ({ value, source: "asked" });
  return {
    asOf: "2026-11-21",
    minors: new Map(
      Object.entries(live.minors ?? {}).map(([minor, day]) => [
        minor,
        read({ releasedOn: null, standardSupportUntil: day, extendedSupportUntil: null }),
      ]),
    ),
    addons: new Map(
      Object.entries(live.addons ?? {}).map(([addon, versions]) => [
        addon as ClusterAddon,
        read(new Map(Object.entries(versions))),
      ]),
    ),
    al2023: new Map(Object.entries(live.al2023 ?? {}).map(([minor, release]) => [minor, read(release)])),
    bottlerocket: new Map(Object.entries(live.bottlerocket ?? {}).map(([minor, release]) => [minor, read(release)])),
    charts: new Map(
      Object.entries(live.charts ?? {}).map(([chart, versions]) => [chart as ChartName, read(versions.map(release))]),
    ),
    unanswered: live.unanswered ?? [],
  };
}

function release(text: string): ChartRelease {
  const [version = "", least] = text.split(" >=");
  return { version, releasedOn: "2026-11-01", minKubernetes: least ?? null };
}

/** The sample environment with a change, as it is loaded. */
export function loadedSample(change: Change = {}): LoadedOnAws {
  const { config, env } = sample(change);
  return { config, resolved: env, findings: { active: [], ignored: [] } as unknown as LoadedOnAws["findings"] };
}

/** The sample environment in a cluster that exists, with a change, as it is loaded. */
export function loadedCluster(change: Change = {}): LoadedEnvironment {
  const { config, env } = clusterSample(change);
  return { config, resolved: env, findings: { active: [], ignored: [] } as unknown as LoadedEnvironment["findings"] };
}
