import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, posix } from "node:path";
import type { ChartSource } from "../../../config/facts/chart-sources";
import { ChartsError } from "../../lib/charts/charts-error";
import { isChart } from "../../lib/charts/chart-files";
import { runGit } from "../../lib/git/run-git";
import { runToEnd } from "../../lib/process/run-to-end";
import { otherVersions, publishedAs, withoutV } from "./published-as";

/** A chart that was laid out, or why it was not. */
export interface LaidOut {
  readonly chart: ChartSource;
  /** Whole hash of the commit that its files are of. */
  readonly commit: string | null;
  /** Version that its Chart.yaml has there, where that is another one: projects set it when they publish. */
  readonly ownVersion: string | null;
  readonly problem: string | null;
}

/**
 * Writes charts side by side, each into a folder of its name, out of clones of the repositories that they come from: as of the
 * commit that facts name, with the pinned version, whatever was in the folder before.
 * @param clones folder with clones: `<owner>/<name>`, `<owner>/<name>.git`, `<name>` or `<name>.git`
 */
export function layOut(charts: readonly ChartSource[], clones: string, into: string): LaidOut[] {
  mkdirSync(into, { recursive: true });
  const brought = new Map(
    charts.flatMap(({ name, version, isBrought }) => (isBrought ? [[name, version] as const] : [])),
  );
  return charts.map((chart) => {
    try {
      const { commit, ownVersion } = layOne(chart, clones, into);
      const [other = null] = otherVersions(join(into, chart.name), brought);
      return {
        chart,
        commit,
        ownVersion: withoutV(ownVersion) === withoutV(chart.version) ? null : ownVersion,
        problem: other,
      };
    } catch (error) {
      if (!(error instanceof ChartsError)) throw error;
      return { chart, commit: null, ownVersion: null, problem: error.message };
    }
  });
}

function layOne({ name, version, repository, ref, path }: ChartSource, clones: string, into: string) {
  const clone = cloneOf(repository, clones);
  const commit = runGit(clone, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${ref}^{commit}`,
  ]).stdout.trim();
  if (commit === "")
    throw new ChartsError(`${clone} has no tag and no commit ${ref}. Bring it: git -C ${clone} fetch --tags origin`);
  const beside = join(into, `.${name}.${process.pid}`);
  try {
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside);
    writeTree(clone, `${commit}:${path}`, beside);
    followLinks({ clone, commit, path, folder: beside, depth: 0 });
    if (!isChart(beside)) throw new ChartsError(`${path} of ${repository} at ${ref} is no chart: it has no Chart.yaml`);
    const ownVersion = publishedAs(beside, name, version);
    rmSync(join(into, name), { recursive: true, force: true });
    renameSync(beside, join(into, name));
    return { commit, ownVersion };
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function cloneOf(repository: string, clones: string): string {
  const [, name] = repository.split("/") as [string, string];
  const places = [repository, `${repository}.git`, name, `${name}.git`].map((place) => join(clones, place));
  const found = places.find((place) => existsSync(join(place, ".git")) || existsSync(join(place, "objects")));
  if (found === undefined)
    throw new ChartsError(
      `There is no clone of ${repository} in ${clones}. Make it: git clone https://github.com/${repository} ${places[0]}`,
    );
  return found;
}

function writeTree(clone: string, tree: string, folder: string): void {
  const archive = join(folder, "..", `.${process.pid}.tar`);
  try {
    const written = runGit(clone, ["archive", "--format=tar", `--output=${archive}`, tree]);
    if (!written.ok) throw new ChartsError(`${clone} cannot give ${tree}: ${written.problem}`);
    const { ok, stderr, failure } = runToEnd("tar", ["-xf", archive, "-C", folder]);
    if (!ok) throw new ChartsError(`${tree} of ${clone} cannot be unpacked: ${failure ?? stderr.trim()}`);
  } finally {
    rmSync(archive, { force: true });
  }
}

interface Laid {
  readonly clone: string;
  readonly commit: string;
  /** Path in the repository, and the folder that its files are in now. */
  readonly path: string;
  readonly folder: string;
  readonly depth: number;
}

/** A link of a folder to one above it would never end. */
const MOST_DEPTH = 20;

/** Links lead to files elsewhere in the repository, which are not in the folder of the chart: those come in their place. */
function followLinks({ clone, commit, path, folder, depth }: Laid): void {
  if (depth > MOST_DEPTH) throw new ChartsError(`${path} of ${clone} is deeper than ${MOST_DEPTH} folders and links`);
  for (const entry of readdirSync(folder)) {
    const here = join(folder, entry);
    const kind = lstatSync(here);
    const inside = {
      clone,
      commit,
      path: posix.join(path, entry),
      folder: here,
      depth: depth + 1,
    };
    if (kind.isDirectory()) followLinks(inside);
    if (!kind.isSymbolicLink()) continue;
    const target = readlinkSync(here);
    const led = { ...inside, path: posix.join(path, target) };
    const tree = `${commit}:${led.path}`;
    const there = posix.isAbsolute(target) ? "" : runGit(clone, ["cat-file", "-t", tree]).stdout.trim();
    rmSync(here);
    if (there === "tree") {
      mkdirSync(here);
      writeTree(clone, tree, here);
      followLinks(led);
    } else if (there === "blob") {
      writeFileSync(here, runGit(clone, ["cat-file", "blob", tree], { encoding: "latin1" }).stdout, "latin1");
    } else throw new ChartsError(`${path}/${entry} of ${clone} is a link to ${target}, which is not in the repository`);
  }
}
