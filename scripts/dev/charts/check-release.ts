import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { completeChart, readChart } from "../../lib/charts/chart-files";
import { chartFolder, type ChartShelf } from "../../lib/charts/chart-folder";
import { ChartsError, MissingHelmError } from "../../lib/charts/charts-error";
import { definedApis, writeCrdSchemas } from "./crd-schemas";
import type { ImageMirrors } from "../../../constructs/core/image-mirrors";
import { besideMirrors, imagesOf } from "./images";
import { intolerantDaemons, type Taint } from "./daemon-taints";
import { unknownKeys } from "./known-keys";
import type { Release } from "../../lib/charts/releases";
import { type KubernetesObject, render } from "./render";
import { validObjects } from "./valid-objects";

export interface ReleaseCheck {
  readonly release: Release;
  /** What is wrong; none: the release is good. */
  readonly problems: readonly string[];
  /** Why its chart cannot be had, so that nothing is known of it; null: it was looked at. */
  readonly absent: string | null;
  /** What the reader should know. */
  readonly notes: readonly string[];
  readonly objects: number;
  readonly valid: number;
  readonly unknownKinds: readonly string[];
  /** Every image that the objects name. */
  readonly images: readonly string[];
}

/** What checks of an environment share. */
export interface CheckContext {
  readonly shelf: ChartShelf;
  readonly kubeconform: string;
  readonly schemas: string | null;
  /** Empty folder of this environment. */
  readonly workFolder: string;
  /** Every taint of its nodes. */
  readonly taints: readonly Taint[];
  /** Labels of nodes without them. */
  readonly untaintedLabels: Readonly<Record<string, string>>;
  /** Where config has images come from. */
  readonly mirrors: ImageMirrors;
}

/** The releases of an environment in the order of their stacks: CRDs of earlier ones are known to later ones. */
export function checkReleases(releases: readonly Release[], context: CheckContext): ReleaseCheck[] {
  const all: KubernetesObject[] = [];
  const results = releases.map((release, index) => {
    const prepared = prepare(release, index, context);
    if (typeof prepared === "string") return { release, chart: null, notes: [], absent: prepared };
    const { chart, values, notes } = prepared;
    const result = render(context.shelf.helm, chart, values, release, definedApis(all));
    if (result.kind === "rendered") all.push(...result.objects);
    return { release, chart, notes, result };
  });
  const crdSchemas = join(context.workFolder, "crd-schemas");
  writeCrdSchemas(all, crdSchemas);
  return results.map(({ release, notes, ...one }) => {
    const nothing = { release, notes, problems: [], absent: null, objects: 0, valid: 0, unknownKinds: [], images: [] };
    if (one.chart === null) return { ...nothing, absent: one.absent };
    const { chart, result } = one;
    const keys = unknownKeys(readChart(chart), release.values).map(({ path, message }) => `${path}: ${message}`);
    if (result.kind === "refused") return { ...nothing, problems: [...keys, result.reason] };
    const verdict = validObjects(result.objects, {
      kubeconform: context.kubeconform,
      schemas: context.schemas,
      crdSchemas,
      kubernetesVersion: release.kubernetesVersion,
    });
    const daemons = intolerantDaemons(result.objects, context.taints, context.untaintedLabels);
    const images = imagesOf(result.objects);
    return {
      release,
      notes,
      absent: null,
      images,
      problems: [...keys, ...(verdict?.invalid ?? []), ...daemons, ...besideMirrors(images, context.mirrors)],
      objects: result.objects.length,
      valid: verdict?.valid ?? 0,
      unknownKinds: verdict?.unknown ?? [],
    };
  });
}

interface Prepared {
  readonly chart: string;
  /** File with them. */
  readonly values: string;
  readonly notes: readonly string[];
}

/** A chart with all that it needs; a sentence where it cannot be had. @throws MissingHelmError */
function prepare(release: Release, index: number, { shelf, workFolder }: CheckContext): Prepared | string {
  const chart = join(workFolder, `${index}-${release.chart}`);
  let leftOut: readonly string[];
  try {
    leftOut = completeChart(chartFolder(release, shelf), chart, shelf.dir, release.values);
  } catch (error) {
    if (!(error instanceof ChartsError) || error instanceof MissingHelmError) throw error;
    return error.message;
  }
  const values = join(workFolder, `${index}-${release.chart}.json`);
  writeFileSync(values, JSON.stringify(release.values));
  const { version } = readChart(chart);
  const pinned = (text: string) => text.replace(/^v/, "");
  const notes = [
    ...(release.version !== null && pinned(version) !== pinned(release.version)
      ? [`the chart in the folder says ${version}`]
      : []),
    ...leftOut.map((name) => `without ${name}, which is off`),
  ];
  return { chart, values, notes };
}
