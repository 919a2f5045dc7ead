import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dashboardsOf, queriesOf } from "../helpers/dashboards";
import { shipped, shippedInClusters, synthStacks } from "../helpers/stacks";
import { sample } from "../helpers/environment";
import type { Json } from "../helpers/synth";

const ENVIRONMENTS = [...shipped(), ...shippedInClusters()].map(({ resolved }) => {
  const { platform } = synthStacks(resolved);
  return { name: resolved.name, dashboards: dashboardsOf(platform) };
});

const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
if (!hasPromtool) {
  if (process.env["CI"]) throw new Error("promtool is not on the PATH: apt-get install prometheus");
  console.warn("promtool is not on the PATH: no query is parsed");
}
const withPromtool = hasPromtool ? test : test.skip;

test.each(ENVIRONMENTS)("Grafana of $name has dashboards", ({ dashboards }) => {
  expect(dashboards.length).toBeGreaterThan(0);
});

test("they wait for Grafana's release, and go with it", () => {
  const release = (platform: Json): Json =>
    Object.values<Json>(platform.resource.helm_release).find(({ name }) => name === "railyard-dashboards");
  expect(release(synthStacks(sample().env)["platform"])).toMatchObject({
    namespace: "monitoring",
    depends_on: [expect.stringMatching(/^helm_release\.monitoring_chart_release/)],
  });
  expect(release(synthStacks(sample({ monitoring: { enabled: false } }).env)["platform"])).toBeUndefined();
});

test.each(ENVIRONMENTS)("cells of $name lead to dashboards that it has", ({ dashboards }) => {
  const links = [...JSON.stringify(dashboards).matchAll(/"url":"\/d\/([a-z-]+)\?/g)].map(([, uid]) => uid);
  const uids = dashboards.map(({ uid }) => uid);
  expect(links.filter((uid) => !uids.includes(uid))).toEqual([]);
});

withPromtool("promtool parses every query of every environment", () => {
  const all = [...new Set(ENVIRONMENTS.flatMap(({ dashboards }) => queriesOf(dashboards)).map(({ expr }) => expr))];
  const rules = all.map((expr, at) => ({ record: `query:${at}`, expr }));
  const folder = mkdtempSync(join(tmpdir(), "queries-"));
  try {
    const file = join(folder, "rules.yaml");
    // JSON is YAML, too
    writeFileSync(file, JSON.stringify({ groups: [{ name: "queries", rules }] }));
    const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${all.length} rules found`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
