import { join } from "node:path";
import { OPEN } from "../../../config/facts/chart-keys";
import type { ChartName } from "../../../config/facts/versions";
import { CHARTS } from "../../../config/facts/versions";
import { writeBeside } from "../../lib/files/write-beside";
import { chartFolder, type ChartShelf } from "../../lib/charts/chart-folder";
import { completeChart, readChart } from "../../lib/charts/chart-files";
import { keyTree } from "./key-tree";

/**
 * Writes the keys that charts read, one line a chart, so that a new version of one shows as one line.
 * @param work an empty folder
 */
export function writeKeys(charts: readonly ChartName[], shelf: ChartShelf, work: string, file: string): void {
  const lines = charts.map((name) => {
    const { repository, version } = CHARTS[name];
    const from = chartFolder({ chart: name, repository, version, folder: null }, shelf);
    const folder = join(work, `keys-${name}`);
    // charts that it depends on and that are off by default may be missing: nothing is known of their keys
    const leftOut = completeChart(from, folder, shelf.dir, {});
    const tree = { ...keyTree(readChart(folder)), ...Object.fromEntries(leftOut.map((sub) => [sub, OPEN])) };
    return `  ${JSON.stringify(name)}: ${JSON.stringify(tree)}`;
  });
  writeBeside([{ path: file, text: `{\n${lines.join(",\n")}\n}\n` }]);
}
