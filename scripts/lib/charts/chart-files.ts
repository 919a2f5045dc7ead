import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { readJson, readText } from "../files/read-json";
import { parseYaml } from "../files/read-yaml";
import { ChartsError } from "./charts-error";
import type { Values } from "./releases";

/** A chart with its charts, as far as values concern it. */
export interface Chart {
  readonly name: string;
  /** What Chart.yaml says; a tag's often says less than the published one. */
  readonly version: string;
  readonly defaults: Values;
  /** Text of all templates. */
  readonly templates: string;
  /** What values.schema.json says, which Helm asks before it renders; null: the chart has none. */
  readonly schema: Values | null;
  /** Paths of values that say whether a subchart is on: `grafana.enabled`. */
  readonly conditions: readonly string[];
  /** By the key under which this chart gives them values. */
  readonly subcharts: ReadonlyMap<string, Chart>;
}

interface Dependency {
  readonly name: string;
  readonly alias?: string;
  readonly condition?: string;
  readonly version?: string;
}

interface ChartYaml {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: readonly Dependency[];
}

/** Whether a folder is a chart. */
export function isChart(folder: string): boolean {
  return existsSync(join(folder, "Chart.yaml"));
}

/** A chart of a folder, with the charts that it brings. @throws ChartsError where it cannot be read */
export function readChart(folder: string): Chart {
  const { name, version, dependencies = [] } = chartYaml(folder);
  const subcharts = new Map<string, Chart>();
  for (const dependency of dependencies) {
    const inside = join(folder, "charts", dependency.name);
    if (isChart(inside)) subcharts.set(dependency.alias ?? dependency.name, readChart(inside));
  }
  const values = join(folder, "values.yaml");
  return {
    name,
    version: String(version),
    defaults: existsSync(values) ? ((readYaml(values) as Values | null) ?? {}) : {},
    templates: templateText(join(folder, "templates")),
    schema: schemaOf(join(folder, "values.schema.json")),
    conditions: dependencies.flatMap(conditionsOf),
    subcharts,
  };
}

/**
 * Copies a chart to where it can be completed: charts that it depends on are taken from `shelf`, where charts lie side by
 * side, and those that are switched off and not there are left out.
 * @returns names of the charts that were left out
 */
export function completeChart(from: string, to: string, shelf: string | null, values: Values): string[] {
  copyChart(from, to);
  const yaml = chartYaml(to);
  const defaults = readChart(to).defaults;
  const leftOut: string[] = [];
  const kept = (yaml.dependencies ?? []).filter((dependency) => {
    const inside = join(to, "charts", dependency.name);
    if (isChart(inside) || packed(to, dependency.name)) return true;
    const beside = shelf === null ? null : join(shelf, dependency.name);
    if (beside !== null && isChart(beside)) {
      mkdirSync(join(to, "charts"), { recursive: true });
      copyChart(beside, inside);
      return true;
    }
    if (!isOff(dependency, values, defaults))
      throw new ChartsError(
        `${yaml.name} needs the chart ${dependency.name} ${dependency.version ?? ""}, which is neither in it nor in ${shelf ?? "a folder"}`,
      );
    leftOut.push(dependency.name);
    return false;
  });
  if (leftOut.length > 0) {
    writeFileSync(join(to, "Chart.yaml"), stringify({ ...yaml, dependencies: kept }));
    rmSync(join(to, "Chart.lock"), { force: true });
  }
  return leftOut;
}

/** @throws ChartsError where a file cannot be copied, such as a link to a file that is not there */
function copyChart(from: string, to: string): void {
  try {
    cpSync(from, to, { recursive: true, dereference: true });
  } catch (error) {
    const { code, path = from } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") throw error;
    throw new ChartsError(
      `The chart in ${from} is not whole: ${path} is a link to a file that is not there. Copy the file in its place.`,
    );
  }
}

/** Published charts have theirs unpacked or as archives. */
function packed(folder: string, name: string): boolean {
  const charts = join(folder, "charts");
  return (
    existsSync(charts) && readdirSync(charts).some((entry) => entry.startsWith(`${name}-`) && entry.endsWith(".tgz"))
  );
}

const conditionsOf = ({ condition }: Dependency): string[] =>
  (condition ?? "").split(",").flatMap((path) => (path.trim() === "" ? [] : [path.trim()]));

/** Helm takes the first path of the condition that has a value. */
function isOff(dependency: Dependency, values: Values, defaults: Values): boolean {
  for (const path of conditionsOf(dependency)) {
    const keys = path.split(".");
    const value = at(values, keys) ?? at(defaults, keys);
    if (typeof value === "boolean") return !value;
  }
  return false;
}

function at(values: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return values;
  return typeof values === "object" && values !== null ? at((values as Values)[key], rest) : undefined;
}

function chartYaml(folder: string): ChartYaml {
  return readYaml(join(folder, "Chart.yaml")) as ChartYaml;
}

const readYaml = (file: string): unknown => parseYaml(readText(file), { name: file, merge: true }).value;

function schemaOf(file: string): Values | null {
  return existsSync(file) ? (readJson(file) as Values) : null;
}

function templateText(folder: string): string {
  if (!existsSync(folder)) return "";
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}
