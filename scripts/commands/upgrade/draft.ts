import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadedEnvironment } from "../../../config";
import { KUBERNETES_MINORS, type KubernetesMinor } from "../../../config/facts/kubernetes";
import {
  ADDON_VERSIONS,
  AMI_RELEASES,
  badAmiRelease,
  type AddonVersions,
  type ChartName,
} from "../../../config/facts/versions";
import { CLUSTER_ADDONS, type ClusterAddon } from "../../../config/sites/aws-eks/cluster/resolve";
import { compareVersions } from "../../../config/kernel/version-order";
import { ExpectedError } from "../../lib/errors/expected-error";
import type { FileChange } from "../../lib/environments/place-files";
import type { ChartMove } from "./chart-moves";
import { withCharts, type ChartChange } from "./edit-charts";
import { withKey } from "./edit-environment";
import { withVersions } from "./edit-versions";
import type { LiveAnswers, Read } from "./model";
import type { NextKey } from "./next-keys";
import { environmentPath } from "../../lib/environments/environment-path";

/** A file of the repository, and what is to be written to it. */
export interface DraftFile extends FileChange {
  /** Folder, from the root. */
  readonly folder: string;
}

/** One component that gets another version. */
export interface DraftRow {
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly source: string;
}

/** A pull request's worth of changes; nothing of it is written yet. */
export interface Draft {
  readonly files: readonly DraftFile[];
  readonly rows: readonly DraftRow[];
}

export interface DraftProps {
  readonly root: string;
  /** null: the facts alone stay as they are. */
  readonly live: LiveAnswers | null;
  readonly moves: readonly ChartMove[];
  /** Keys of an environment; none: its file stays. */
  readonly keys: readonly NextKey[];
  readonly loaded: LoadedEnvironment | null;
}

/** Newer facts, and the next key of an environment. */
export function draftOf({ root, live, moves, keys, loaded }: DraftProps): Draft {
  const rows: DraftRow[] = [];
  const files: DraftFile[] = [];
  const write = (folder: string, name: string, change: (text: string) => string) => {
    const before = read(join(root, folder, name));
    const text = change(before);
    if (text !== before) files.push({ folder, name, before, text });
  };
  if (live) {
    const [addons, al2023] = [newerAddons(live, rows), newerReleases(live, rows)];
    if (addons.size + al2023.size > 0)
      write("config/facts", "versions.ts", (text) => withVersions(text, { addons, al2023, asOf: live.asOf }));
    const charts = newerCharts(moves, live.asOf, rows);
    if (charts.size > 0) write("config/facts", "charts.json", (text) => withCharts(text, charts));
  }
  if (loaded && keys.length > 0) {
    const { name } = loaded.resolved;
    for (const { path, before, value, source } of keys)
      rows.push({ what: `${path.join(".")} of ${name}`, before, after: value, source });
    write("config/environments", `${name}.ts`, (text) =>
      keys.reduce((whole, key) => withKey(whole, key, environmentPath(name)), text),
    );
  }
  return { files, rows };
}

function newerAddons(live: LiveAnswers, rows: DraftRow[]): Map<ClusterAddon, Read<Record<string, string>>> {
  const found = new Map<ClusterAddon, Read<Record<string, string>>>();
  for (const addon of CLUSTER_ADDONS) {
    const answer = live.addons.get(addon);
    if (!answer) continue;
    const facts: AddonVersions["versions"] = ADDON_VERSIONS[addon].versions;
    const newer = KUBERNETES_MINORS.filter((minor) => isNewer(answer.value.get(minor), facts[minor]));
    if (newer.length === 0) continue;
    const kept = KUBERNETES_MINORS.filter(
      (minor) => !newer.includes(minor) && facts[minor] !== answer.value.get(minor) && facts[minor] !== undefined,
    );
    const value = Object.fromEntries(
      KUBERNETES_MINORS.flatMap((minor) => {
        const version = newer.includes(minor) ? answer.value.get(minor) : facts[minor];
        return version === undefined ? [] : [[minor, version]];
      }),
    );
    // what AWS did not answer was read elsewhere, before
    const source = kept.length === 0 ? answer.source : `${answer.source}; for ${kept.join(", ")} as before`;
    found.set(addon, { value, source });
    for (const minor of newer)
      rows.push({ what: `${addon} for ${minor}`, before: facts[minor] ?? "none", after: value[minor]!, source });
  }
  return found;
}

function newerReleases(live: LiveAnswers, rows: DraftRow[]): Map<string, Read<string>> {
  const newer = [...live.al2023].filter(
    ([minor, { value }]) =>
      (KUBERNETES_MINORS as readonly string[]).includes(minor) &&
      isNewer(value, AMI_RELEASES.al2023[minor as KubernetesMinor].release) &&
      !badAmiRelease(value),
  );
  for (const [minor, { value, source }] of newer) {
    const before = AMI_RELEASES.al2023[minor as KubernetesMinor].release;
    rows.push({ what: `Amazon Linux 2023 images for ${minor}`, before, after: value, source });
  }
  return new Map(newer);
}

function newerCharts(moves: readonly ChartMove[], asOf: string, rows: DraftRow[]): Map<ChartName, ChartChange> {
  const found = new Map<ChartName, ChartChange>();
  for (const { chart, pinned, to, releasedOn, source } of moves) {
    if (to === null) continue;
    const { version, minKubernetes } = to;
    found.set(chart, {
      version,
      releasedOn,
      minKubernetes,
      source: `${source}, ${asOf}; the rest as of ${pinned.version}`,
    });
    rows.push({ what: `chart ${chart}`, before: pinned.version, after: version, source });
  }
  return found;
}

const isNewer = (version: string | undefined, than: string | undefined): boolean =>
  version !== undefined && (than === undefined || compareVersions(version, than) > 0);

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ExpectedError(`${file} cannot be read: ${(error as Error).message}. Nothing was written.`);
  }
}
