import { isDeepStrictEqual } from "node:util";
import type { ChartName } from "../../../config/facts/versions";
import { ExpectedError } from "../../lib/errors/expected-error";
import { parseJson } from "../../lib/files/read-json";

/** What becomes newer of a chart in `config/facts/charts.json`. */
export interface ChartChange {
  readonly version: string;
  readonly releasedOn: string | null;
  readonly minKubernetes: string | null;
  readonly source: string;
}

type Charts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The text of the charts file with newer versions. Nothing else changes.
 * @throws ExpectedError when the file is not written as it is expected to be
 */
export function withCharts(text: string, changes: ReadonlyMap<ChartName, ChartChange>): string {
  let result = text;
  for (const [chart, change] of changes) {
    const start = result.indexOf(`\n  "${chart}": {`);
    const end = result.indexOf("\n  }", start);
    if (start < 0 || end < 0) throw otherwise(chart);
    const block = Object.entries(change).reduce(
      (whole, [key, value]) =>
        whole.replace(new RegExp(`^(    "${key}": )(?:"(?:[^"\\\\]|\\\\.)*"|null)(,?)$`, "m"), (_, head, comma) => {
          return `${head}${JSON.stringify(value)}${comma}`;
        }),
      result.slice(start, end),
    );
    result = result.slice(0, start) + block + result.slice(end);
  }
  const wanted = { ...(parseJson(text, { name: "config/facts/charts.json" }) as Charts) };
  for (const [chart, change] of changes) wanted[chart] = { ...wanted[chart], ...change };
  if (!isDeepStrictEqual(JSON.parse(result), wanted)) throw otherwise([...changes.keys()].join(", "));
  return result;
}

const otherwise = (what: string): ExpectedError =>
  new ExpectedError(`config/facts/charts.json has ${what} in a form that cannot be edited: edit it by hand.`);
