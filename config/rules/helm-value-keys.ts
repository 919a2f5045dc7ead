import { CHART_KEYS, unknownKeysOf } from "../facts/chart-keys";
import { CHARTS, type ChartName } from "../facts/versions";
import { didYouMean } from "../nearest";
import type { Rule } from "./rule";

/** So many keys still fit a message. */
const MOST_NAMED = 40;

/** Helm values against the keys that the pinned charts read. */
export const HELM_VALUE_KEY_RULES: readonly Rule[] = [
  {
    id: "platform/unknown-helm-value",
    title: "Helm values have keys that the chart reads.",
    severity: "error",
    why: "Helm passes over what a chart does not read: the setting would silently do nothing.",
    source:
      "https://helm.sh/docs/chart_template_guide/values_files/ (keys were read from values and templates of the pinned charts)",
    *check({ env: { platform } }) {
      for (const chart of Object.keys(platform.helmValues) as ChartName[]) {
        const tree = CHART_KEYS[chart];
        if (!tree) continue;
        for (const { path, known } of unknownKeysOf(tree, platform.helmValues[chart])) {
          yield {
            path: ["platform", "helmValues", chart, ...path],
            message: `${chart} ${CHARTS[chart].version} reads no value "${path.join(".")}"`,
            fix: didYouMean(path.at(-1) ?? "", known) ?? oneOf(known),
          };
        }
      }
    },
  },
];

const oneOf = (known: readonly string[]): string =>
  known.length > MOST_NAMED
    ? `one of: ${known.slice(0, MOST_NAMED).join(", ")} and ${known.length - MOST_NAMED} more`
    : `one of: ${known.join(", ")}`;
