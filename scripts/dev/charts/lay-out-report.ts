import { table } from "../../lib/terminal/table";
import type { LaidOut } from "./lay-out";

/** A line for each chart, with its commit, and what is not there. @param unknown charts of which no repository is known */
export function layOutReport(charts: readonly LaidOut[], unknown: readonly string[]): { text: string; good: boolean } {
  const rows = charts.flatMap(({ chart: { name, version, repository }, commit, ownVersion }) =>
    commit === null
      ? []
      : [
          [
            `${name} ${version}`,
            repository,
            commit.slice(0, 10),
            ownVersion === null ? "" : `Chart.yaml says ${ownVersion}`,
          ],
        ],
  );
  const problems = charts.flatMap(({ chart: { name, version }, problem }) =>
    problem === null ? [] : [`${name} ${version}: ${problem}`],
  );
  const pulledAlone = unknown.map((name) => `${name}: no repository of its files is known; it has to be pulled.`);
  const written = rows.length > 0 ? table(["chart", "repository", "commit", ""], rows) : [];
  return { text: [...written, ...problems, ...pulledAlone].join("\n"), good: problems.length === 0 };
}
