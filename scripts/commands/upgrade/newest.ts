import { AMI_RELEASES, addonVersion, badAmiRelease, CHARTS, KUBERNETES_VERSIONS } from "../../../config/facts/versions";
import { VERSION_SOURCES, type ChartName, type KubernetesVersion } from "../../../config/facts/versions";
import { KUBERNETES_MINORS, type KubernetesMinor } from "../../../config/facts/kubernetes";
import type { ClusterAddon } from "../../../config/sites/aws-eks/cluster/resolve";
import { compareVersions } from "../../../config/kernel/version-order";
import type { ChartRelease } from "../../lib/charts/chart-release";
import type { LiveAnswers, MinorDates, Read } from "./model";

/** What is newest of everything: what was asked, and the facts where it was not. null: unknown. */
export interface Newest {
  /** Day of the answers; null: nobody was asked, and the facts speak. */
  readonly asOf: string | null;
  /** Minors that EKS offers, oldest first. */
  readonly minors: readonly string[];
  readonly dates: (minor: string) => Read<MinorDates> | null;
  readonly addon: (addon: ClusterAddon, minor: string) => Read<string> | null;
  readonly al2023: (minor: string) => Read<string> | null;
  /** Whether that is the facts' word because AWS gave no answer. */
  readonly isAl2023Unanswered: (minor: string) => boolean;
  readonly bottlerocket: (minor: string) => Read<string> | null;
  /** Published releases, newest first; with facts alone, the pinned one. */
  readonly chart: (chart: ChartName) => Read<readonly ChartRelease[]> | null;
}

/** @param live null: nobody is asked */
export function newestOf(live: LiveAnswers | null): Newest {
  const minors = [...new Set([...KUBERNETES_MINORS, ...(live?.minors.keys() ?? [])])].sort(compareVersions);
  return {
    asOf: live?.asOf ?? null,
    minors,
    dates: (minor) => live?.minors.get(minor) ?? factsDates(minor),
    addon: (addon, minor) => {
      if (live === null) return factsAddon(addon, minor);
      const found = live.addons.get(addon);
      const version = found?.value.get(minor);
      return found && version !== undefined ? { value: version, source: found.source } : null;
    },
    al2023: (minor) => {
      const asked = live?.al2023.get(minor) ?? null;
      if (asked && !badAmiRelease(asked.value)) return asked;
      return factsRelease(minor);
    },
    isAl2023Unanswered: (minor) => live !== null && !live.al2023.has(minor),
    bottlerocket: (minor) => live?.bottlerocket.get(minor) ?? null,
    chart: (chart) => (live === null ? factsChart(chart) : (live.charts.get(chart) ?? null)),
  };
}

const isKnown = (minor: string): minor is KubernetesMinor => Object.hasOwn(KUBERNETES_VERSIONS, minor);

function factsDates(minor: string): Read<MinorDates> | null {
  if (!isKnown(minor)) return null;
  const facts: KubernetesVersion = KUBERNETES_VERSIONS[minor];
  return { value: facts, source: VERSION_SOURCES[facts.source].at };
}

function factsAddon(addon: ClusterAddon, minor: string): Read<string> | null {
  const version = isKnown(minor) ? addonVersion(addon, minor) : null;
  return version === null ? null : { value: version, source: "config/facts/versions.ts" };
}

function factsRelease(minor: string): Read<string> | null {
  if (!isKnown(minor)) return null;
  const { release, source } = AMI_RELEASES.al2023[minor];
  return badAmiRelease(release) ? null : { value: release, source };
}

function factsChart(chart: ChartName): Read<readonly ChartRelease[]> {
  const { version, releasedOn, minKubernetes, source } = CHARTS[chart];
  return { value: [{ version, releasedOn, minKubernetes }], source };
}
