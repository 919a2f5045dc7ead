import type { ChartName } from "./versions";
import keys from "./chart-keys.json";

/**
 * First keys of the values that a chart reads, at the version that `charts.json` pins: those of its values.yaml, of its
 * templates, and the names of its subcharts. Charts that are not listed were not read.
 */
export const CHART_KEYS: Readonly<Partial<Record<ChartName, readonly string[]>>> = keys;
