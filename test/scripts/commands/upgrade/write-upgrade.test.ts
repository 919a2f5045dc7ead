import { execFileSync, spawnSync } from "node:child_process";
import { loadEnvironments, type LoadedEnvironment } from "../../../../config";
import { onlyOnAws, type LoadedOnAws } from "../../../../scripts/lib/environments/on-aws";
import type { CHARTS } from "../../../../config/facts/versions";
import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { planUpgrade } from "../../../../scripts/commands/upgrade/plan";
import { placeDraft, tryDraft } from "../../../../scripts/commands/upgrade/write";
import { commonMoves, writeUpgrade, type Written } from "../../../../scripts/commands/upgrade/write-upgrade";
import { inConfigCopy, type ConfigCopy } from "../../../helpers/config-copy";
import { NOW } from "../../../helpers/environment";
import { liveAnswers, loadedCluster, loadedSample, type LiveVersions } from "../../../helpers/upgrade-live";

const VERSIONS = "config/facts/versions.ts";
const CHARTS_FILE = "config/facts/charts.json";
const never = new AbortController().signal;

let loaded: LoadedOnAws[] | undefined;

/** The shipped environments, as the copy of the config has them. */
function shipped(): LoadedOnAws[] {
  loaded ??= loadShipped();
  return loaded;
}

function shippedTable(): Record<string, () => unknown> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require("../../../../config/environments") as { ENVIRONMENTS: Record<string, () => unknown> }).ENVIRONMENTS;
}

const loadShipped = (): LoadedOnAws[] => onlyOnAws(loadEnvironments(shippedTable(), [], NOW));

interface Case {
  readonly versions?: LiveVersions | null;
  /** An environment; none: all shipped ones. */
  readonly one?: LoadedEnvironment;
  readonly to?: string;
  readonly signal?: AbortSignal;
}

function write({ root }: ConfigCopy, { versions = null, one, to, signal = never }: Case): Promise<Written> {
  const live = versions === null ? null : liveAnswers(versions);
  const newest = newestOf(live);
  const planned = (one ? [one] : shipped()).map((loaded) => ({
    loaded,
    live,
    newest,
    plan: planUpgrade({ loaded, newest, to, unanswered: [], now: NOW }),
  }));
  return writeUpgrade({ root, planned, everyone: shipped(), isOne: one !== undefined, now: NOW, signal });
}

const dev = () => shipped().find(({ resolved }) => resolved.name === "dev")!;
const NEWER: LiveVersions = {
  addons: { "vpc-cni": { "1.36": "v1.23.3-eksbuild.1" } },
  al2023: { "1.36": "1.36.5-20261112" },
  charts: { "cert-manager": ["v1.22.0 >=1.33"], "gpu-operator": ["v26.7.0"] },
};

test("newer facts are written with source and day, every rule passes, and the text tells what, why and in which order", () =>
  inConfigCopy(async (copy) => {
    const { files, rows, text } = await write(copy, { versions: NEWER });
    expect(files).toEqual([VERSIONS, CHARTS_FILE]);
    expect(rows.map(({ what, after }) => `${what} ${after}`)).toEqual([
      "vpc-cni for 1.36 v1.23.3-eksbuild.1",
      "Amazon Linux 2023 images for 1.36 1.36.5-20261112",
      "chart cert-manager v1.22.0",
    ]);
    expect(copy.read(VERSIONS)).toMatch(/release: "1\.36\.5-20261112",\s+source: "asked, 2026-11-21"/);
    expect(copy.read(VERSIONS)).toContain('"1.35": "v1.23.2-eksbuild.1"');
    expect((JSON.parse(copy.read(CHARTS_FILE)) as typeof CHARTS)["cert-manager"]).toMatchObject({
      version: "v1.22.0",
      releasedOn: "2026-11-01",
      minKubernetes: "1.33",
      source: "asked, 2026-11-21; the rest as of v1.21.1",
    });
    expect(text).toContain("# Upgrade: vpc-cni for 1.36 v1.23.3-eksbuild.1, and 2 more");
    expect(text).toContain("| chart cert-manager | v1.21.1 | v1.22.0 | asked |");
    expect(text).toContain("- research: image of h100 1.36.4-20261003 is behind; newest is 1.36.5-20261112");
    expect(text).toMatch(/1\. dev: Add-ons for Kubernetes 1\.36: deploy dev-cluster\n/);
    expect(text).toContain("npm run rehearse -- frontier --from origin/main");
    // a second time there is nothing to write
    expect((await write(copy, { versions: NEWER })).files).toEqual([]);
  }));

test("an environment gets its next minor only, and says that it is this step", () =>
  inConfigCopy(async (copy) => {
    const { files, rows, text } = await write(copy, { one: dev(), to: "1.37" });
    expect(files).toEqual(["config/environments/dev.ts"]);
    expect(rows).toEqual([expect.objectContaining({ what: "cluster.version of dev", before: "1.36", after: "1.37" })]);
    expect(copy.read(files[0]!)).toContain('version: "1.37"');
    expect(text).toContain("1. dev: Kubernetes 1.36 → 1.37 (this pull request): deploy dev-cluster, dev-nodes");
    expect(text).toContain("- gpu-operator v26.7.0 supports Kubernetes 1.33 to 1.36: unproven on 1.37");
  }));

test("what is not committed is not written over: the step before is deployed first", () =>
  inConfigCopy(async (copy) => {
    const git = (...args: string[]) => execFileSync("git", ["-C", copy.root, ...args], { stdio: "ignore" });
    git("init");
    git("add", "config/environments");
    git("-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "-m", "first");
    const text = copy.read("config/environments/dev.ts").replace("}", "} // by hand");
    copy.write("config/environments/dev.ts", text);
    await expect(write(copy, { one: dev(), to: "1.37" })).rejects.toThrow(
      "config/environments/dev.ts has changes that are in no commit. Nothing was written.",
    );
    expect(copy.read("config/environments/dev.ts")).toBe(text);
  }));

test("after a run that was killed between two files, the rest is written, what it left goes, and its files are told", () =>
  inConfigCopy(async (copy) => {
    const git = (...args: string[]) => execFileSync("git", ["-C", copy.root, ...args], { stdio: "ignore" });
    git("init");
    git("add", "config");
    git("-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "-m", "first");
    const toWrite = { one: dev(), to: "1.37" };
    copy.write(VERSIONS, `${copy.read(VERSIONS)}// as the killed run wrote it\n`);
    const pid = spawnSync("true").pid;
    copy.write(`config/facts/.charts.json.${pid}.new`, "{");
    const { files, before } = await write(copy, toWrite);
    expect({ files, before }).toEqual({ files: ["config/environments/dev.ts"], before: [VERSIONS] });
    expect(() => copy.read(`config/facts/.charts.json.${pid}.new`)).toThrow("ENOENT");
    git("checkout", "--", "config");
    expect((await write(copy, toWrite)).before).toEqual([]);
  }));

test("a chart waits for the environment that has the oldest Kubernetes, and is not held by one that does not have it", () => {
  const newest = newestOf(liveAnswers({ charts: { "cert-manager": ["v1.23.0 >=1.36", "v1.22.0"] } }));
  const version = (...everyone: LoadedOnAws[]) => commonMoves(everyone, newest).map(({ to }) => to?.version);
  const older = { cluster: { version: "1.35" } };
  expect(version(dev())).toEqual(["v1.23.0"]);
  expect(version(dev(), loadedSample(older))).toEqual(["v1.22.0"]);
  expect(version(loadedSample(older), dev())).toEqual(["v1.22.0"]);
  expect(version(dev(), loadedSample({ ...older, slurm: null, teams: null }))).toEqual(["v1.23.0"]);
});

test("with rules that fail, nothing is written, and it says which", () =>
  inConfigCopy(async (copy) => {
    const before = [copy.read(VERSIONS), copy.read("config/environments/dev.ts")];
    // a release that no node may run
    const rule = copy
      .read(VERSIONS)
      .replace('bad("20250807"', 'bad("20261112"')
      .replace(' null, "issues/2367"', ' ["1.36"], "issues/2367"');
    copy.write(VERSIONS, rule);
    const error = await write(copy, { versions: NEWER }).catch((thrown: Error) => thrown.message);
    expect(error).toContain("With the new versions, rules fail. Nothing was written.");
    expect(error).toContain("research nodeGroups.h100.image.release: 1.36.5-20261112 must not be run");
    expect([copy.read(VERSIONS), copy.read("config/environments/dev.ts")]).toEqual([rule, before[1]]);
  }));

test("a config that cannot be loaded any more is told, and nothing is written", () =>
  inConfigCopy(async (copy) => {
    copy.write("config/environments/index.ts", "export const = 1;\n");
    const draft = { files: [], rows: [] };
    await expect(tryDraft(copy.root, draft, NOW, never)).rejects.toThrow(
      "The config cannot be loaded with the new versions",
    );
  }));

test("an interruption while rules are tried leaves everything as it was", () =>
  inConfigCopy(async (copy) => {
    const before = copy.read(VERSIONS);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("stopped")), 150);
    await expect(write(copy, { versions: NEWER, signal: controller.signal })).rejects.toThrow("stopped");
    expect(copy.read(VERSIONS)).toBe(before);
  }));

test("files of several folders are all written, or none", () =>
  inConfigCopy((copy) => {
    const file = (folder: string, name: string, before: string) => ({ folder, name, before, text: "new\n" });
    const whole = copy.read(VERSIONS);
    const files = [
      file("config/facts", "versions.ts", whole),
      // somebody has changed it since
      file("config/environments", "dev.ts", "other\n"),
    ];
    expect(() => placeDraft(copy.root, { files, rows: [] })).toThrow("has changed since it was read");
    expect(copy.read(VERSIONS)).toBe(whole);
    expect(copy.read("config/environments/dev.ts")).toContain("defineEnvironment");
  }));

test("a step that is blocked is not written", () =>
  inConfigCopy(async (copy) => {
    const minors = { "1.38": "2028-02-01", "1.39": "2028-06-01", "1.40": "2028-10-01" };
    const pinned = { nodeGroups: { h100: { image: { kind: "custom", imageId: "ami-0123456789abcdef0" } } } };
    const one = loadedSample({ name: "dev", ...pinned });
    const live = liveAnswers({ minors });
    const newest = newestOf(live);
    const plan = planUpgrade({ loaded: one, newest, to: "1.37", unanswered: [], now: NOW });
    const steps = plan.steps.map((step) => ({ ...step, blocked: ["the moon is full"] }));
    const planned = [{ loaded: one, live, newest, plan: { ...plan, steps } }];
    const asked = writeUpgrade({ root: copy.root, planned, everyone: [one], isOne: true, now: NOW, signal: never });
    await expect(asked).rejects.toThrow("Kubernetes 1.36 → 1.37 is blocked. Nothing was written.\n  the moon is full");
  }));

test("a chart goes to what the most careful of all clusters takes, those that exist too", () => {
  const newest = newestOf(liveAnswers({ charts: { "gpu-operator": ["v26.7.2 >=1.35", "v26.7.1", "v26.7.0"] } }));
  const to = (...everyone: LoadedEnvironment[]) => commonMoves(everyone, newest).map((move) => move.to?.version);
  expect(to(loadedSample())).toEqual(["v26.7.2"]);
  expect(to(loadedSample(), loadedCluster())).toEqual(["v26.7.1"]);
  expect(to(loadedCluster({ cluster: { version: "1.35" } }), loadedSample())).toEqual(["v26.7.2"]);
});

test("of a cluster that exists charts are written, and its Kubernetes never", () =>
  inConfigCopy(async (copy) => {
    const iron = loadEnvironments(shippedTable(), ["iron"], NOW)[0]!;
    const { files, text } = await write(copy, {
      versions: { charts: { "cert-manager": ["v1.22.0"] } },
      one: iron,
      to: "1.35",
    });
    expect(files).toEqual([CHARTS_FILE]);
    expect(text).toContain(
      "iron: Kubernetes 1.34 → 1.35, by whoever runs the cluster: once the cluster has it: cluster.version",
    );
    expect(text).not.toMatch(/deploy *(,|$)/m);
  }));
