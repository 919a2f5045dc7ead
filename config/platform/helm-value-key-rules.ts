import { CHART_KEYS, unknownKeysOf, wrongFormsOf, type KeyTree, type WrongForm } from "../facts/chart-keys";
import { CHARTS, type ChartName } from "../facts/versions";
import { didYouMean } from "../kernel/nearest";
import type { SiteEnvironment } from "../sites/environment";
import type { Rule } from "../kernel/rule";

const VALUES =
  "https://helm.sh/docs/chart_template_guide/values_files/ (keys were read from values and templates of the pinned charts)";

/** So many keys still fit a message. */
const MOST_NAMED = 40;

/** Charts that config gives values, with the keys that they read; not those whose keys nobody wrote down. */
function chartsWithValues({ helmValues }: SiteEnvironment["platform"]) {
  return (Object.keys(helmValues) as ChartName[]).flatMap((chart) => {
    const tree = CHART_KEYS[chart];
    return tree ? [{ chart, tree, values: helmValues[chart] }] : [];
  });
}

/** Helm values against the keys that the pinned charts read. */
export const HELM_VALUE_KEY_RULES: readonly Rule[] = [
  {
    id: "platform/unknown-helm-value",
    title: "Helm values have keys that the chart reads.",
    severity: "error",
    why: "Helm passes over what a chart does not read: the setting would silently do nothing.",
    source: VALUES,
    *check({ env: { platform } }) {
      for (const { chart, tree, values } of chartsWithValues(platform)) {
        for (const { path, key, known } of unknownKeysOf(tree, values)) {
          yield {
            path: ["platform", "helmValues", chart, ...path],
            message: `${chart} ${CHARTS[chart].version} reads no value "${path.join(".")}"`,
            fix: didYouMean(key, known) ?? oneOf(known),
          };
        }
      }
    },
  },
  {
    id: "platform/helm-value-form",
    title: "Helm values have the form that the chart takes: a map, a list, text, a number, true or false.",
    severity: "error",
    why: "Helm fails in the middle of the installation, or does the opposite in silence: a template takes every text for true, also the text false.",
    source: VALUES,
    *check({ env: { platform } }) {
      for (const { chart, tree, values } of chartsWithValues(platform)) {
        for (const { path, given, wanted } of wrongFormsOf(tree, values)) {
          const known = wanted === "map" ? keysAt(tree, path) : [];
          yield {
            path: ["platform", "helmValues", chart, ...path],
            message: `"${path.join(".")}" is ${given === "boolean" ? "a boolean" : WORDS[given]}, but ${chart} ${CHARTS[chart].version} takes ${WORDS[wanted]} there`,
            fix: known.length > 0 ? `a map with ${oneOf(known)}` : `write ${WORDS[wanted]}`,
          };
        }
      }
    },
  },
];

const WORDS: Readonly<Record<WrongForm["given"] | WrongForm["wanted"], string>> = {
  boolean: "true or false",
  text: "text",
  number: "a number",
  list: "a list",
  map: "a map",
  single: "a single value or a list",
};

/** Keys that a chart has in a map, but for those that the user names. */
function keysAt(tree: KeyTree, path: readonly string[]): string[] {
  const at = path.reduce<KeyTree[string] | undefined>(
    (branch, key) => (typeof branch === "object" ? (branch[key] ?? branch["*"]) : undefined),
    tree,
  );
  return typeof at === "object" ? Object.keys(at).filter((key) => key !== "*") : [];
}

const oneOf = (known: readonly string[]): string =>
  known.length > MOST_NAMED
    ? `one of: ${known.slice(0, MOST_NAMED).join(", ")} and ${known.length - MOST_NAMED} more`
    : `one of: ${known.join(", ")}`;
