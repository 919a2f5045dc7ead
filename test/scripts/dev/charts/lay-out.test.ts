import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chartSources, type ChartSource } from "../../../../config/facts/chart-sources";
import { layOut } from "../../../../scripts/dev/charts/lay-out";
import { layOutReport } from "../../../../scripts/dev/charts/lay-out-report";
import { completeChart, readChart } from "../../../../scripts/lib/charts/chart-files";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const GIT = [
  "-c",
  "user.name=a",
  "-c",
  "user.email=a@example.com",
  "-c",
  "init.defaultBranch=main",
  "-c",
  "commit.gpgsign=false",
];

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-C", folder, ...GIT, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** A clone whose tag `v2.0.0` has these files and links, and whose branch has gone on. */
function clone(
  at: string,
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): string {
  mkdirSync(at, { recursive: true });
  git(at, "init", "--quiet");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    symlinkSync(target, join(at, path));
  }
  git(at, "add", "--all");
  git(at, "commit", "--quiet", "--message", "2");
  git(at, "tag", "v2.0.0");
  writeFileSync(join(at, "charts/one/values.yaml"), "later: true\n");
  git(at, "commit", "--quiet", "--all", "--message", "3");
  return git(at, "rev-parse", "v2.0.0");
}

const source = (change: Partial<ChartSource> = {}): ChartSource => ({
  name: "one",
  version: "v2.0.0",
  repository: "owner/project",
  ref: "v2.0.0",
  path: "charts/one",
  isBrought: false,
  ...change,
});

const FILES = {
  "charts/one/Chart.yaml":
    "name: one\nversion: v0.0.0 # set when it is published\nappVersion: main-latest\ndependencies:\n  - { name: part, version: 1.1.0 }\n",
  "charts/one/values.yaml": "size: 1\n",
  "charts/one/templates/a.yaml": "kind: ConfigMap\n",
  "charts/part/Chart.yaml": "name: part\nversion: 1.1.0\n",
  "crds/things.yaml": "kind: CustomResourceDefinition\n",
};

test("charts are as of the tag, with the pinned version, their links followed, and Helm's parts beside them", () => {
  const [clones, into] = [temporary(), join(temporary(), "laid")];
  const links = {
    "charts/one/crds": "../../crds",
    "charts/one/files/things.yaml": "../../../crds/things.yaml",
  };
  const commit = clone(join(clones, "owner/project"), FILES, links);
  const part = source({
    name: "part",
    version: "1.1.0",
    path: "charts/part",
    isBrought: true,
  });
  mkdirSync(join(into, "one/templates"), { recursive: true });
  writeFileSync(join(into, "one/templates/old.yaml"), "of an older version");

  expect(layOut([source(), part], clones, into)).toEqual([
    { chart: source(), commit, ownVersion: "v0.0.0", problem: null },
    { chart: part, commit, ownVersion: null, problem: null },
  ]);
  expect(readdirSync(into).sort()).toEqual(["one", "part"]);
  expect(readChart(join(into, "one"))).toMatchObject({
    version: "v2.0.0",
    defaults: { size: 1 },
  });
  expect(readFileSync(join(into, "one/Chart.yaml"), "utf8")).toContain("appVersion: v2.0.0");
  expect(readdirSync(join(into, "one/templates"))).toEqual(["a.yaml"]);
  for (const path of ["one/crds/things.yaml", "one/files/things.yaml"])
    expect(readFileSync(join(into, path), "utf8")).toBe(FILES["crds/things.yaml"]);
  expect(completeChart(join(into, "one"), join(temporary(), "whole"), into, {})).toEqual([]);

  // the same folder again, out of a bare clone, by the start of a hash
  const bare = temporary();
  git(bare, "clone", "--quiet", "--bare", join(clones, "owner/project"), join(bare, "project.git"));
  const [again] = layOut([source({ ref: commit.slice(0, 7) })], bare, into);
  expect(again).toMatchObject({ commit, problem: null });
});

test.each<[string, Partial<ChartSource>, Record<string, string>, string]>([
  ["no clone", { repository: "owner/other" }, {}, "There is no clone of owner/other in"],
  ["no such tag", { ref: "v3.0.0" }, {}, "has no tag and no commit v3.0.0. Bring it: git -C"],
  ["no such folder", { path: "charts/none" }, {}, "cannot give"],
  ["a folder that is no chart", { path: "crds" }, {}, "is no chart: it has no Chart.yaml"],
  ["the chart of another name", { path: "charts/part" }, {}, "the chart there is called part, not one"],
  [
    "a link out of the repository",
    {},
    { "charts/one/key": "../../../../etc/hostname" },
    "which is not in the repository",
  ],
  ["a link to a file of this machine", {}, { "charts/one/key": "/etc/hostname" }, "which is not in the repository"],
  ["a link that never ends", {}, { "charts/one/self": "." }, "is deeper than 20 folders and links"],
])("%s: nothing is written, and it is said why", (_, change, links, words) => {
  const [clones, into] = [temporary(), join(temporary(), "laid")];
  clone(join(clones, "project"), FILES, links);
  const laid = layOut([source(change)], clones, into);
  expect(laid).toEqual([
    {
      chart: source(change),
      commit: null,
      ownVersion: null,
      problem: expect.stringContaining(words),
    },
  ]);
  expect(readdirSync(into)).toEqual([]);
  expect(layOutReport(laid, []).good).toBe(false);
});

test("a part that the chart asks for in another version than facts bring is told", () => {
  const [clones, into] = [temporary(), temporary()];
  clone(join(clones, "project"), FILES);
  const part = source({
    name: "part",
    version: "1.0.9",
    path: "charts/part",
    isBrought: true,
  });
  const laid = layOut([source(), part], clones, into);
  const { text, good } = layOutReport(laid, ["cilium"]);
  expect(good).toBe(false);
  expect(text).toMatch(/one v2\.0\.0 +owner\/project +\w{10} +Chart\.yaml says v0\.0\.0\n/);
  expect(text).toContain("one v2.0.0: it asks for part 1.1.0, and facts bring 1.0.9\n");
  expect(text).toContain("cilium: no repository of its files is known; it has to be pulled.");
});

test("of every pinned chart the place of its files is known, but of what AWS builds itself", () => {
  const { known, unknown } = chartSources();
  expect(unknown).toEqual(["cilium"]);
  for (const { path, ref, version, isBrought } of known) {
    expect(path).not.toMatch(/\.\w+$|\/$/);
    // a tag is that of the version, whatever stands before it
    if (/\./.test(ref) && !isBrought) expect(ref.replace(/^v/, "")).toBe(version.replace(/^v/, ""));
  }
});
