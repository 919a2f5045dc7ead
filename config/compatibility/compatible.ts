import { installedVersion } from "../components/installed-chart";
import { PAIRS, type Component, type Pair } from "../facts/compatibility";
import { CHARTS, type ChartName } from "../facts/versions";
import { inRange, rangeText } from "../kernel/version-order";
import type { SiteEnvironment } from "../sites/environment";

/** `unproven`: no document says that it fails, and its maker does not say that it works. */
export type Fit = "fits" | "unproven" | "refused" | "unknown";

export interface Judgement {
  readonly fit: Fit;
  /** What a document says; empty when none says anything. */
  readonly text: string;
  readonly source: string | null;
}

export interface Versioned {
  readonly component: Component;
  readonly version: string;
}

/** What the documents say of two components in their versions. */
export function judge(one: Versioned, other: Versioned): Judgement {
  const rows = PAIRS.filter(
    (row) =>
      row.bond !== "brings" &&
      row.of === one.component &&
      row.with === other.component &&
      inRange(one.version, row.versions),
  );
  const wrong = (bond: Pair["bond"]) => rows.find((row) => row.bond === bond && !inRange(other.version, row.allowed));
  const refused = wrong("requires");
  const unproven = wrong("supports");
  const row = refused ?? unproven ?? rows[0];
  if (row === undefined) return { fit: "unknown", text: "", source: null };
  const fit = refused ? "refused" : unproven ? "unproven" : "fits";
  return { fit, text: pairText(row, one.version), source: row.source };
}

/** A chart, of which its index may say more than the facts. */
export interface ChartVersion {
  readonly chart: ChartName;
  readonly version: string;
  /** Oldest Kubernetes minor that it asks for; null: unknown. */
  readonly minKubernetes: string | null;
}

/** The pinned version of a chart. */
export const pinnedChart = (chart: ChartName): ChartVersion => ({
  chart,
  version: CHARTS[chart].version,
  minKubernetes: CHARTS[chart].minKubernetes,
});

/** The version of a chart that an environment gets. */
export const chartOf = (env: Pick<SiteEnvironment, "slurm">, chart: ChartName): ChartVersion => ({
  ...pinnedChart(chart),
  version: installedVersion(env, chart),
});

/** Whether a chart runs on a Kubernetes minor. */
export function judgeChart({ chart, version, minKubernetes }: ChartVersion, minor: string): Judgement {
  if (minKubernetes !== null && !inRange(minor, { from: minKubernetes, to: null })) {
    const text = `${chart} ${version} requires Kubernetes ${minKubernetes} and later`;
    return { fit: "refused", text, source: CHARTS[chart].source };
  }
  const answer = judge({ component: chart, version }, { component: "kubernetes", version: minor });
  if (answer.fit !== "unknown" || minKubernetes === null) return answer;
  const text = `${chart} ${version} requires Kubernetes ${minKubernetes} and later`;
  return { fit: "fits", text, source: CHARTS[chart].source };
}

/** What a component contains: the version of another one; null: unknown. */
export function brought({ component, version }: Versioned, what: Component): string | null {
  const row = PAIRS.find(
    (each) => each.bond === "brings" && each.of === component && each.with === what && inRange(version, each.versions),
  );
  return row?.allowed.from ?? null;
}

/** Whether a document says anything of a version. */
export const describes = ({ component, version }: Versioned): boolean =>
  PAIRS.some(({ of, versions }) => of === component && inRange(version, versions));

function pairText({ of, bond, with: other, allowed, only }: Pair, version: string): string {
  return `${of} ${version} ${bond} ${other === "kubernetes" ? "Kubernetes" : other} ${rangeText(allowed)}${only === undefined ? "" : ` (${only})`}`;
}
