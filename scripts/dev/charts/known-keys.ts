import { deepMerge } from "../../../constructs/core/deep-merge";
import { didYouMean } from "../../../config/kernel/nearest";
import type { Chart } from "../../lib/charts/chart-files";
import type { Values } from "../../lib/charts/releases";
import { isPlain } from "../../../config/kernel/plain";

/** A value that the chart would ignore, or that it expects in another form. */
export interface KeyProblem {
  /** `operator.nodeSelectors`. */
  readonly path: string;
  readonly message: string;
}

/** Maps with keys of the user's own, which charts write into objects whole, even where they have a default. */
const FREE_FORM = new Set([
  "affinity",
  "annotations",
  "capabilities",
  "containerSecurityContext",
  "extraLabels",
  "labels",
  "limits",
  "matchLabels",
  "nodeSelector",
  "podAnnotations",
  "podLabels",
  "podSecurityContext",
  "requests",
  "resources",
  "securityContext",
]);

/** Maps whose entries are named by the user and have the form of another map of the chart; null: any form. */
export const NAMED_ENTRIES: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  slurm: { nodesets: "nodesetDefaults", loginsets: "loginsetDefaults", partitions: "partitions.all" },
};

/** Maps that one chart hands on whole, in a way that its templates do not show: by their names. */
export const HANDED_ON: Readonly<Record<string, readonly string[]>> = {
  // Slurm's own parameters, and the whole specs of a Service and of pods
  slurm: ["configMap", "extraConfMap", "spec", "podSpec"],
};

/** Keys of values that neither the chart's values.yaml nor its templates know: Helm itself is silent about them. */
export function unknownKeys(chart: Chart, values: Values): KeyProblem[] {
  return visit(chart, values, chart.defaults, []);
}

function visit(chart: Chart, values: Values, defaults: Values, path: readonly string[]): KeyProblem[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const here = [...path, key];
    const sub = path.length === 0 ? chart.subcharts.get(key) : undefined;
    if (sub && isPlain(value)) return inSubchart(chart, sub, key, value);
    if (path.length === 0 && key === "global" && isPlain(value)) return [];
    if (!(key in defaults)) return unlisted(chart, value, defaults, here);
    const entries = NAMED_ENTRIES[chart.name]?.[here.join(".")];
    if (entries !== undefined && isPlain(value)) return namedEntries(chart, value, entries, here);
    return listed(chart, value, defaults[key], here);
  });
}

/** Its own defaults, and over them those that this chart gives it. */
function inSubchart(chart: Chart, sub: Chart, key: string, values: Values): KeyProblem[] {
  const given = chart.defaults[key];
  const defaults = isPlain(given) ? deepMerge(sub.defaults, given, "stays") : sub.defaults;
  // `enabled` of a subchart is often the condition of its dependency and no value of its own
  const { enabled: _enabled, ...own } = values;
  return visit({ ...sub, defaults }, own, defaults, []).map((problem) => ({
    ...problem,
    path: `${key}.${problem.path}`,
  }));
}

function namedEntries(chart: Chart, values: Values, form: string | null, path: readonly string[]): KeyProblem[] {
  if (form === null) return [];
  const defaults = form.split(".").reduce<unknown>((at, key) => (isPlain(at) ? at[key] : undefined), chart.defaults);
  if (!isPlain(defaults)) return [];
  return Object.entries(values).flatMap(([name, entry]) =>
    isPlain(entry) ? visitAs(chart, entry, defaults, form.split("."), [...path, name]) : [],
  );
}

/** Templates speak of the form, not of the entry: they are searched for the form's path. */
function visitAs(
  chart: Chart,
  values: Values,
  defaults: Values,
  form: readonly string[],
  path: readonly string[],
): KeyProblem[] {
  return visit(chart, values, defaults, form).map((problem) => ({
    ...problem,
    path: problem.path.replace(form.join("."), path.join(".")),
  }));
}

function listed(chart: Chart, value: unknown, known: unknown, path: readonly string[]): KeyProblem[] {
  if (value === null || value === undefined || known === null || known === undefined) return [];
  if (kind(value) !== kind(known) && !(isEmptyMap(known) && Array.isArray(value))) {
    const message = `is ${kind(value)}, but the chart has ${kind(known)} there`;
    return [{ path: path.join("."), message }];
  }
  if (!isPlain(value) || !isPlain(known) || isEmptyMap(known) || isFreeForm(chart, path)) return [];
  return visit(chart, value, known, path);
}

/** Not in values.yaml: templates may know it all the same, for many keys stand there in comments only. */
function unlisted(chart: Chart, value: unknown, siblings: Values, path: readonly string[]): KeyProblem[] {
  if (isFreeForm(chart, path.slice(0, -1))) return [];
  if (usedWhole(chart.templates, path)) return [];
  if (used(chart.templates, path)) return isPlain(value) ? visit(chart, value, {}, path) : [];
  const hint = didYouMean(path.at(-1) ?? "", Object.keys(siblings));
  return [{ path: path.join("."), message: `the chart does not know it${hint ? `; ${hint}` : ""}` }];
}

/** A map that templates take apart by name somewhere has names to be wrong, though another template writes it whole. */
export function isFreeForm(chart: Chart, path: readonly string[]): boolean {
  const key = path.at(-1);
  // `grafana.ini`: what a file has is not the chart's
  if (key?.includes(".")) return true;
  if (key === undefined || takenApart(chart.templates, path)) return false;
  if (HANDED_ON[chart.name]?.includes(key)) return true;
  return FREE_FORM.has(key) || usedWhole(chart.templates, path);
}

function takenApart(templates: string, path: readonly string[]): boolean {
  return new RegExp(`${reference(path)}\\.\\w`).test(templates);
}

function used(templates: string, path: readonly string[]): boolean {
  return new RegExp(`${reference(path)}\\b`).test(templates);
}

/** Written out by `toYaml`, or walked through by `range`: then no key of it has a name that could be wrong here. */
export function usedWhole(templates: string, path: readonly string[]): boolean {
  const map = `${reference(path)}(?![\\w.-])`;
  return [
    `toYaml\\s+\\(?\\s*${map}`,
    `${map}\\s*\\|\\s*(default [^|}]*\\|\\s*)?toYaml`,
    `range\\s+([$\\w, ]+:=\\s*)?${map}`,
    `with\\s+\\(?\\s*${map}\\s*\\)?\\s*-?\\}\\}[^{]{0,200}\\{\\{-?\\s*(tpl\\s+\\()?toYaml\\s+\\.[\\s)]`,
  ].some((pattern) => new RegExp(pattern).test(templates));
}

/** Pattern of how a template names a value. */
export function reference(path: readonly string[]): string {
  return `\\$?\\.Values\\.${path.map((key) => key.replaceAll(/[^\w]/g, "\\$&")).join("\\.")}`;
}

function kind(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isPlain(value) ? "a map" : "a single value";
}

function isEmptyMap(value: unknown): boolean {
  return isPlain(value) && Object.keys(value).length === 0;
}
