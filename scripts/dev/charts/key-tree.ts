import { CLOSED, type KeyTree, OPEN } from "../../../config/facts/chart-keys";
import type { Chart } from "../../lib/charts/chart-files";
import { HANDED_ON, isFreeForm, NAMED_ENTRIES, usedWhole } from "./known-keys";
import type { Values } from "../../lib/charts/releases";
import { provedForm } from "./value-forms";
import { isPlain } from "../../../config/kernel/plain";

/**
 * The keys that a chart reads at all depths: those of its values.yaml, those that its templates name, and those of its
 * subcharts, with the forms of values that it proves. A map that templates write out whole, or whose keys are the user's, is open.
 */
export function keyTree(chart: Chart): KeyTree {
  return treeOf(chart, chart.defaults, []);
}

function treeOf(chart: Chart, defaults: Values, path: readonly string[]): KeyTree {
  const keys = new Set([...Object.keys(defaults), ...namedInTemplates(chart.templates, path)]);
  if (path.length === 0) for (const key of [...chart.subcharts.keys(), "global"]) keys.add(key);
  return Object.fromEntries([...keys].sort().map((key) => [key, valueTree(chart, defaults[key], [...path, key])]));
}

/** What is known of a value: the keys below it, or its form where the chart proves one. */
function valueTree(chart: Chart, value: unknown, path: readonly string[]): KeyTree[string] {
  const tree = namesOf(chart, value, path);
  return typeof tree === "object" ? tree : (provedForm(chart, path, value) ?? tree);
}

function namesOf(chart: Chart, value: unknown, path: readonly string[]): KeyTree | typeof OPEN | typeof CLOSED {
  const [first = ""] = path;
  const sub = path.length === 1 ? chart.subcharts.get(first) : undefined;
  if (sub) return subchartTree(chart, first, sub, isPlain(value) ? value : {});
  // subcharts read of it what they like
  if (path.length === 1 && first === "global" && (chart.subcharts.size > 0 || !isPlain(value))) return OPEN;
  const form = NAMED_ENTRIES[chart.name]?.[path.join(".")];
  if (form !== undefined) return form === null ? OPEN : { "*": formTree(chart, form) };
  // `namespaceSelector` and its like are Kubernetes' own, with labels of the user in them
  if (path.at(-1)?.endsWith("Selector")) return OPEN;
  if (isFreeForm(chart, path) || usedWhole(chart.templates, path)) return OPEN;
  if (isPlain(value)) return Object.keys(value).length === 0 ? openOrNamed(chart, path) : treeOf(chart, value, path);
  // what has no default may be given a map, and so may what stands in values.yaml as null
  if (value === null || value === undefined) return openOrNamed(chart, path);
  return CLOSED;
}

/** An empty map or nothing: the keys that templates name, where they take it apart; else whatever the user writes. */
function openOrNamed(chart: Chart, path: readonly string[]): KeyTree | typeof OPEN {
  const named = namedInTemplates(chart.templates, path);
  const handed = HANDED_ON[chart.name]?.includes(path.at(-1) ?? "");
  return named.length === 0 || handed ? OPEN : treeOf(chart, {}, path);
}

/** `enabled` of a subchart is often the condition of its dependency and no value of its own. */
function subchartTree(chart: Chart, key: string, sub: Chart, given: Values): KeyTree {
  const tree = keyTree({ ...sub, defaults: { ...sub.defaults, ...mergedOver(sub.defaults, given) } });
  const condition = chart.conditions.includes(`${key}.enabled`);
  return { ...tree, enabled: condition ? "boolean" : (tree["enabled"] ?? CLOSED) };
}

function formTree(chart: Chart, form: string): KeyTree {
  const keys = form.split(".");
  const defaults = keys.reduce<unknown>((at, key) => (isPlain(at) ? at[key] : undefined), chart.defaults);
  return treeOf(chart, isPlain(defaults) ? defaults : {}, keys);
}

function namedInTemplates(templates: string, path: readonly string[]): string[] {
  const at = ["Values", ...path].map((key) => key.replaceAll(/[^\w]/g, "\\$&")).join("\\.");
  return [...templates.matchAll(new RegExp(`\\.${at}\\.(\\w+)`, "g"))].map(([, name]) => name ?? "");
}

function mergedOver(base: Values, over: Values): Values {
  return Object.fromEntries(
    Object.entries(over).map(([key, value]) => {
      const known = base[key];
      return [key, isPlain(known) && isPlain(value) ? { ...known, ...mergedOver(known, value) } : value];
    }),
  );
}
