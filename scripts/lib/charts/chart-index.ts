import { parse } from "yaml";
import { jsonIn } from "../files/read-json";
import { compareVersions, isPrerelease, isVersion } from "../../../config/kernel/version-order";
import type { ChartRelease } from "./chart-release";

/** Releases that are kept of a chart: enough to find one that fits. */
const KEPT = 40;

/**
 * Releases of a chart in the index of a Helm repository, newest first, without prereleases.
 * @returns null when the index has no such chart
 * @throws SyntaxError when the text is no index
 */
export function releasesInIndex(index: string, chart: string, most = KEPT): ChartRelease[] | null {
  const block = blockOf(index, chart);
  const rows = (block === null ? [] : scanned(block)).filter(({ version }) => version !== undefined);
  if (rows.length > 0) return newestFirst(rows, most);
  return block === null && BY_HELM.test(index) ? null : newestFirst(parsed(index, chart), most);
}

/** Beginning of the entries as Helm writes them: what is not found there by its line is not there. */
const BY_HELM = /^entries:[ \t]*\r?\n {2}[\w"][^\n]*:[ \t]*\r?\n {2}- /m;

/** The newest of tags that are versions, newest first. Registries say nothing else of them. */
export function releasesOfTags(tags: readonly string[], most = KEPT): ChartRelease[] {
  // a tag may not have the + of a version
  return (
    newestFirst(
      tags.map((tag) => ({ version: tag.replace("_", "+") })),
      most,
    ) ?? []
  );
}

interface Row {
  readonly version?: string | undefined;
  readonly created?: string | undefined;
  readonly kubeVersion?: string | undefined;
  readonly deprecated?: boolean;
}

/**
 * Versions of charts have three numbers: whatever has fewer, or one that nobody counts to, would be newer than all that are.
 * @see https://helm.sh/docs/topics/charts/#charts-and-versioning
 */
const WHOLE = /^v?\d{1,9}\.\d{1,9}\.\d{1,9}(?!\d|\.)/;

function newestFirst(rows: readonly Row[] | null, most: number): ChartRelease[] | null {
  if (rows === null) return null;
  return rows
    .flatMap(({ version, created, kubeVersion, deprecated }): ChartRelease[] => {
      if (version === undefined || !WHOLE.test(version) || !isVersion(version) || isPrerelease(version)) return [];
      const release = { version, releasedOn: dayOf(created), minKubernetes: oldestOf(kubeVersion) };
      return [deprecated === true ? { ...release, deprecated } : release];
    })
    .sort((a, b) => compareVersions(b.version, a.version))
    .slice(0, most);
}

const dayOf = (created: string | undefined): string | null => /^\d{4}-\d\d-\d\d/.exec(created ?? "")?.[0] ?? null;

/** `>=1.25.0-0` → `1.25`; what says more than that is not read. */
const oldestOf = (kubeVersion: string | undefined): string | null =>
  /^>=\s*v?(1\.\d+)(?:\.\d+)?(?:-\w+)?$/.exec((kubeVersion ?? "").trim())?.[1] ?? null;

/** Lines of a chart in an index as Helm writes it: reading all of a large one as YAML takes many seconds. */
function blockOf(index: string, chart: string): string | null {
  const start = new RegExp(`^  "?${chart.replace(/[^\w-]/g, "\\$&")}"?:[ \\t]*$`, "m").exec(index);
  if (!start) return null;
  const rest = index.slice(start.index + start[0].length);
  const end = /^(?: {2}[\w"]|\S)/m.exec(rest);
  return end ? rest.slice(0, end.index) : rest;
}

function scanned(block: string): Row[] {
  return block
    .split(/^ {2}- /m)
    .slice(1)
    .map((item) => {
      const value = (key: string) => {
        const found = new RegExp(`^(?: {4})?${key}:[ \\t]+(.+)$`, "m").exec(item)?.[1]?.trim();
        return found?.replace(/^(["'])(.*)\1$/, "$2");
      };
      const deprecated = value("deprecated") === "true";
      return { version: value("version"), created: value("created"), kubeVersion: value("kubeVersion"), deprecated };
    });
}

/** Indexes in another form, such as JSON. */
function parsed(index: string, chart: string): Row[] | null {
  let entries: unknown;
  try {
    entries = (read(index) as { entries?: unknown } | null)?.entries;
  } catch {
    throw new SyntaxError("it is no YAML");
  }
  if (typeof entries !== "object" || entries === null) throw new SyntaxError("it has no entries");
  const found = (entries as Readonly<Record<string, unknown>>)[chart];
  if (!Array.isArray(found)) return null;
  const text = (value: unknown) =>
    typeof value === "string" ? value : value instanceof Date ? value.toISOString() : undefined;
  return found.map((row: Readonly<Record<string, unknown>>) => ({
    version: text(row["version"]),
    created: text(row["created"]),
    kubeVersion: text(row["kubeVersion"]),
    deprecated: row["deprecated"] === true,
  }));
}

/** JSON is YAML too, but read a hundred times as fast. */
const read = (index: string): unknown => (/^\s*\{/.test(index) ? jsonIn(index) : undefined) ?? parse(index);
