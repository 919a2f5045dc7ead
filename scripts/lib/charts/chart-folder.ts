import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isChart } from "./chart-files";
import { ChartsError, missingHelm } from "./charts-error";
import type { Release } from "./releases";
import { runTool } from "./tools";

/** Where charts come from. */
export interface ChartShelf {
  /** Folder in which charts lie side by side, each in a folder of its name; null: they are pulled. */
  readonly dir: string | null;
  /** Folder for pulled charts. */
  readonly pulled: string;
  readonly helm: string;
}

/** The folder of a release's chart; pulls it where no folder is given. */
export function chartFolder(
  { folder, chart, version, repository }: Pick<Release, "folder" | "chart" | "version" | "repository">,
  shelf: ChartShelf,
): string {
  if (folder !== null) return folder;
  if (shelf.dir !== null) {
    const laid = join(shelf.dir, chart);
    if (isChart(laid)) return laid;
    throw new ChartsError(`There is no chart ${chart} (${version}) in ${shelf.dir}. Lay it out as ${laid}.`);
  }
  const into = join(shelf.pulled, `${chart}-${version}`);
  const pulled = join(into, chart);
  if (isChart(pulled)) return pulled;
  mkdirSync(into, { recursive: true });
  const source = repository?.startsWith("oci://") ? [`${repository}/${chart}`] : [chart, "--repo", String(repository)];
  const run = runTool(shelf.helm, ["pull", ...source, "--version", String(version), "--untar", "--untardir", into]);
  if (run === null) throw missingHelm(shelf.helm);
  if (!run.ok)
    throw new ChartsError(
      `${chart} ${version} cannot be pulled from ${repository}: ${run.error.split("\n").at(-1)}\n` +
        "Without a network, give a folder with charts: npx railyard charts --dir <folder>",
    );
  return pulled;
}
