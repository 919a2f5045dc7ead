import { judgeChart, pinnedChart, type ChartVersion, type Judgement } from "../../../config/compatibility/compatible";
import { NEXT_RELEASE_ONLY, SAME_VERSION } from "../../../config/facts/compatibility";
import { CHARTS, type ChartName } from "../../../config/facts/versions";
import { installs } from "../../../config/components/charts";
import type { Deciding } from "../../../config/components/component";
import { compareVersions, majorMinorOf } from "../../../config/kernel/version-order";
import type { ChartRelease } from "../../lib/charts/chart-release";
import type { Newest } from "./newest";

/** Where a chart is, and where it can go. */
export interface ChartMove {
  readonly chart: ChartName;
  readonly pinned: ChartVersion;
  /** Newest published; null: unknown. */
  readonly newest: string | null;
  /** What it is moved to; null: it stays. */
  readonly to: ChartVersion | null;
  readonly releasedOn: string | null;
  /** Why it is not moved to the newest; empty when it is. */
  readonly held: string;
  readonly source: string;
}

/** Charts of an environment, in the order of charts.json. */
export const chartsOf = (env: Deciding): ChartName[] =>
  (Object.keys(CHARTS) as ChartName[]).filter((chart) => installs(env, chart));

/**
 * Moves of charts to the newest that is fit for a Kubernetes minor. Charts of one maker go together.
 * @param minor the one that the cluster will have
 * @param testedAlone charts that rules refuse on a minor that their maker has not tested
 */
export function chartMoves(
  charts: readonly ChartName[],
  newest: Newest,
  minor: string,
  testedAlone: readonly ChartName[] = [],
): ChartMove[] {
  return charts.map((chart) => {
    const pinned = pinnedChart(chart);
    const found = newest.chart(chart);
    const source = found?.source ?? CHARTS[chart].source;
    const alive = (found?.value ?? []).filter(({ deprecated }) => deprecated !== true);
    const releases = alive.filter(({ version }) => compareVersions(version, pinned.version) > 0);
    const best = alive[0]?.version ?? (found ? pinned.version : null);
    const none = { chart, pinned, newest: best, to: null, releasedOn: null, source };
    let held = withdrawn(found?.value[0]);
    const [first] = releases;
    if (!first) return { ...none, held };
    const together =
      SAME_VERSION.find((group) => group.includes(chart))?.filter((other) => charts.includes(other)) ?? [];
    for (const release of releases) {
      const reason = against(chart, release, { pinned, minor, releases, together, newest, testedAlone });
      if (reason === null) return { ...none, to: versionOf(chart, release), releasedOn: release.releasedOn, held };
      held ||= reason;
    }
    return { ...none, held };
  });
}

/**
 * What is said of a chart whose latest release is deprecated: the whole chart is.
 * @see https://helm.sh/docs/topics/charts/#deprecating-charts
 */
const withdrawn = (latest: ChartRelease | undefined): string =>
  latest?.deprecated === true
    ? `its maker has withdrawn the chart (${latest.version} is deprecated): look for what comes in its place`
    : "";

interface Situation {
  readonly pinned: ChartVersion;
  readonly minor: string;
  readonly releases: readonly ChartRelease[];
  readonly together: readonly ChartName[];
  readonly newest: Newest;
  readonly testedAlone: readonly ChartName[];
}

/** Why a chart is not moved to a release; null when nothing speaks against it. */
function against(chart: ChartName, release: ChartRelease, situation: Situation): string | null {
  const { pinned, minor, releases, together, newest, testedAlone } = situation;
  const fit = judgeChart(versionOf(chart, release), minor);
  if (isRefused(fit, chart, testedAlone)) return `${fit.text}, and the cluster has ${minor}`;
  const missing = together.find(
    (other) => other !== chart && !newest.chart(other)?.value.some(({ version }) => version === release.version),
  );
  if (missing !== undefined) return `${missing} has no ${release.version}, and both go together`;
  const source = NEXT_RELEASE_ONLY[chart];
  if (source === undefined) return null;
  const [own, other] = [majorMinorOf(pinned.version), majorMinorOf(release.version)];
  const between = releases
    .map(({ version }) => majorMinorOf(version))
    .find((each) => newer(each, own) && newer(other, each));
  return between === undefined
    ? null
    : `only the next release may follow ${own}: ${between} comes before ${other} (${source})`;
}

/** Whether a chart cannot be had on a minor: it does not run there, or rules want what its maker has tested. */
export const isRefused = ({ fit }: Judgement, chart: ChartName, testedAlone: readonly ChartName[]): boolean =>
  fit === "refused" || (fit === "unproven" && testedAlone.includes(chart));

/** What the index says, and else what is known of the pinned version: a later one asks for no older Kubernetes. */
export const versionOf = (chart: ChartName, { version, minKubernetes }: ChartRelease): ChartVersion => ({
  chart,
  version,
  minKubernetes: minKubernetes ?? CHARTS[chart].minKubernetes,
});

const newer = (a: string, b: string): boolean => compareVersions(a, b) > 0;

/**
 * Minor before which a chart is moved, since it is better off there in its new version; null: any time after.
 * @param minors the one that the cluster has, and those to come
 */
export function earlyMinor({ pinned, to }: ChartMove, minors: readonly string[]): string | null {
  if (to === null) return null;
  const rank = (chart: ChartVersion, minor: string) => RANK[judgeChart(chart, minor).fit];
  const at = minors.findIndex((minor, index) => index > 0 && rank(to, minor) > rank(pinned, minor));
  // what asks for a minor that is not there yet cannot come first
  return at > 0 && rank(to, minors[at - 1]!) > RANK.refused ? minors[at]! : null;
}

/** Versions that charts have when a minor comes, with those moves that come before. @param early see `earlyMinor` */
export const chartsAt = (early: ReadonlyMap<ChartMove, string | null>, minor: string): ChartVersion[] =>
  [...early].map(([{ pinned, to }, before]) =>
    to !== null && before !== null && compareVersions(before, minor) <= 0 ? to : pinned,
  );

const RANK = { refused: 0, unproven: 1, unknown: 2, fits: 3 } as const;
