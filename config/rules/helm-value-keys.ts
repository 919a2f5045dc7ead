import { CHART_KEYS } from "../facts/chart-keys";
import { CHARTS, type ChartName } from "../facts/versions";
import { didYouMean } from "../nearest";
import type { Rule } from "./rule";

/** Helm values against the keys that the pinned charts read. */
export const HELM_VALUE_KEY_RULES: readonly Rule[] = [
  {
    id: "platform/unknown-helm-value",
    title: "Helm values begin with keys that the chart reads.",
    severity: "error",
    why: "Helm passes over what a chart does not read: the setting would silently do nothing. `npm run charts` looks at all depths.",
    source: "config/facts/chart-keys.json, from the charts at the versions of config/facts/charts.json",
    *check({ env: { platform } }) {
      for (const chart of Object.keys(platform.helmValues) as ChartName[]) {
        const known = CHART_KEYS[chart];
        if (!known) continue;
        for (const key of Object.keys(platform.helmValues[chart] ?? {})) {
          if (known.includes(key)) continue;
          yield {
            path: ["platform", "helmValues", chart, key],
            message: `${chart} ${CHARTS[chart].version} reads no value "${key}"`,
            fix: didYouMean(key, known) ?? `one of: ${known.join(", ")}`,
          };
        }
      }
    },
  },
];
