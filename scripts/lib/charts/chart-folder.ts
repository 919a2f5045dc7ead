import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isChart } from "./chart-files";
import { ChartsError, missingHelm } from "./charts-error";
import type { Release } from "./releases";
import { runTool } from "./tools";

/** Where charts come from. */
export interface ChartShelf {
  /** Folder in which charts lie side by side, each in a folder of its name; null: they are pulled. */
  readonly dir: string | null;
  /** Folder for pulled charts, which may be kept: a version that is published is never another one. */
  readonly pulled: string;
  readonly helm: string;
}

/** What says which chart a release has. */
export type ChartOfRelease = Pick<Release, "folder" | "chart" | "version" | "repository">;

/** The folder that a chart has once it is pulled: one of each repository, since a mirror may have changed it. */
export function pulledFolder({ chart, version, repository }: ChartOfRelease, pulled: string): string {
  const source = createHash("sha256").update(String(repository)).digest("hex").slice(0, 8);
  return join(pulled, `${chart}-${version}-${source}`, chart);
}

/** The folder of a release's chart; pulls it where no folder is given. */
export function chartFolder(release: ChartOfRelease, shelf: ChartShelf): string {
  const { folder, chart, version, repository } = release;
  if (folder !== null) return folder;
  if (shelf.dir !== null) {
    const laid = join(shelf.dir, chart);
    if (isChart(laid)) return laid;
    throw new ChartsError(`There is no chart ${chart} (${version}) in ${shelf.dir}. Lay it out as ${laid}.`);
  }
  const pulled = pulledFolder(release, shelf.pulled);
  if (isChart(pulled)) return pulled;
  // beside its place first: who is ended here, or pulls the same at the same time, leaves no half of a chart
  const into = join(pulled, "..");
  const beside = `${into}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  try {
    const source = repository?.startsWith("oci://")
      ? [`${repository}/${chart}`]
      : [chart, "--repo", String(repository)];
    const run = runTool(shelf.helm, ["pull", ...source, "--version", String(version), "--untar", "--untardir", beside]);
    if (run === null) throw missingHelm(shelf.helm);
    if (!run.ok)
      throw new ChartsError(
        `${chart} ${version} cannot be pulled from ${repository}: ${run.error.split("\n").at(-1)}\n` +
          "Without a network, give a folder with charts: npx railyard charts --dir <folder>",
      );
    if (!isChart(pulled)) {
      rmSync(into, { recursive: true, force: true });
      renameSync(beside, into);
    }
    return pulled;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}
