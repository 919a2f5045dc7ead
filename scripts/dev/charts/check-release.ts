import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { completeChart, readChart } from "../../lib/charts/chart-files";
import { chartFolder, type ChartShelf } from "../../lib/charts/chart-folder";
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
  const rendered = releases.map((release, index) => ({ release, ...prepare(release, index, context) }));
  const all: KubernetesObject[] = [];
  const results = rendered.map(({ release, chart, values, notes }) => {
    const result = render(context.shelf.helm, chart, values, release, definedApis(all));
    if (result.kind === "rendered") all.push(...result.objects);
    return { release, chart, notes, result };
  });
  const crdSchemas = join(context.workFolder, "crd-schemas");
  writeCrdSchemas(all, crdSchemas);
  return results.map(({ release, chart, notes, result }) => {
    const keys = unknownKeys(readChart(chart), release.values).map(({ path, message }) => `${path}: ${message}`);
    if (result.kind === "refused")
      return { release, notes, problems: [...keys, result.reason], objects: 0, valid: 0, unknownKinds: [], images: [] };
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
      images,
      problems: [...keys, ...(verdict?.invalid ?? []), ...daemons, ...besideMirrors(images, context.mirrors)],
      objects: result.objects.length,
      valid: verdict?.valid ?? 0,
      unknownKinds: verdict?.unknown ?? [],
    };
  });
}

function prepare(release: Release, index: number, { shelf, workFolder }: CheckContext) {
  const chart = join(workFolder, `${index}-${release.chart}`);
  const leftOut = completeChart(chartFolder(release, shelf), chart, shelf.dir, release.values);
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
