import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { queueQuery, readQueues } from "../../../../scripts/commands/usage/queues";
import { usageSections } from "../../../../scripts/commands/usage/sections";
import { USAGE_RECORDING } from "../../../../scripts/commands/usage/recording";
import { usageOf } from "../../../../scripts/commands/usage/usage";
import { sample } from "../../../helpers/environment";
import { ROOT } from "../../../helpers/process";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
if (!hasPromtool && process.env["CI"]) throw new Error("promtool is not on the PATH: apt-get install prometheus");

const series = (name: string, queue: string, values: string, flavor = "l40s-1", role = "leader") => ({
  series: `kueue_cluster_queue_${name}{cluster_queue="${queue}",cohort="railyard",flavor="${flavor}",resource="nvidia.com/gpu",replica_role="${role}"}`,
  values,
});

const testWithPromtool = hasPromtool ? test : test.skip;

/** What the question gives after an hour of some series, by Prometheus' own test program. */
function expectAnswer(input: readonly object[], samples: readonly object[]): void {
  const question = { expr: queueQuery({ from: 0, to: 3600 }), eval_time: "1h", exp_samples: samples };
  const tests = [{ interval: "1m", input_series: input, promql_expr_test: [question] }];
  const folder = temporary();
  writeFileSync(join(folder, "test.yaml"), JSON.stringify({ evaluation_interval: "1m", tests }));
  const { stdout, stderr, status } = spawnSync("promtool", ["test", "rules", join(folder, "test.yaml")], {
    encoding: "utf8",
  });
  expect(stdout + stderr).toContain("SUCCESS");
  expect(status).toBe(0);
}

const labels = (what: string, queue: string) => `{what="${what}", cluster_queue="${queue}", resource="nvidia.com/gpu"}`;

testWithPromtool(
  "what a manager that runs tells Prometheus answers the question, from two replicas as from one",
  () => {
    const text = readFileSync(join(ROOT, "test/fixtures/usage/kueue-metrics.txt"), "utf8");
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#") && !line.endsWith("Inf"));
    const one = lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return { series: line.slice(0, at), values: `${line.slice(at + 1)}x60` };
    });
    const two = one.map((row) => ({ ...row, series: row.series.replace('"standalone"', '"follower"') }));
    const of = (queue: string, own: number, admitted: number, borrowed: number) => [
      { labels: labels("own", queue), value: own },
      { labels: labels("admitted", queue), value: admitted },
      { labels: labels("borrowed", queue), value: borrowed },
    ];
    const answer = [...of("vision", 16, 40, 24), ...of("language", 32, 32, 0), ...of("speech", 48, 0, 0)];
    expectAnswer(one, answer);
    expectAnswer([...one, ...two], answer);
  },
);

testWithPromtool("a queue owns, admits and borrows GPU-hours, and replicas count once", () => {
  const input = [
    series("nominal_quota", "vision", "4x60"),
    series("nominal_quota", "vision", "4x60", "l40s-1", "follower"),
    // half an hour with twice what is its own
    series("resource_usage", "vision", "8x30 0x29"),
    series("resource_usage", "vision", "8x30 0x29", "l40s-1", "follower"),
    series("nominal_quota", "speech", "4x60"),
    series("resource_usage", "speech", "0x60"),
    { series: 'kueue_cluster_queue_resource_usage{cluster_queue="vision",resource="cpu"}', values: "96x60" },
  ];
  expectAnswer(input, [
    { labels: labels("own", "vision"), value: 4 },
    { labels: labels("own", "speech"), value: 4 },
    { labels: labels("admitted", "vision"), value: 4 },
    { labels: labels("admitted", "speech"), value: 0 },
    { labels: labels("borrowed", "vision"), value: 2 },
    { labels: labels("borrowed", "speech"), value: 0 },
  ]);
});

const of = (what: string, value: string) => ({
  metric: { what, cluster_queue: "vision", resource: "nvidia.com/gpu" },
  value: [1, value],
});
const ANSWER = JSON.stringify({
  status: "success",
  data: { result: [of("own", "96"), of("admitted", "120.5"), of("borrowed", "24.5")] },
});

const { env } = sample({
  nodeGroups: { l40s: { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } } },
  kueue: { nodeGroups: ["l40s"] },
});
const none = { kind: "none", why: "not asked" };
const recording = (more: object) =>
  USAGE_RECORDING.parse(
    JSON.stringify({
      format: 1,
      takenAt: "2026-11-21T12:00:00.000Z",
      environment: "sample",
      period: { from: 0, to: 86_400 },
      slurm: none,
      nodes: {},
      prometheus: none,
      ...more,
    }),
    "usage.json",
  );

test("queues are told beside teams, and add nothing to what these used", () => {
  const usage = usageOf(env, recording({ kueue: { kind: "asked", answer: ANSWER } }), undefined);
  expect(usage.queues).toEqual([
    { queue: "vision", resource: "nvidia.com/gpu", own: 96, admitted: 120.5, borrowed: 24.5 },
  ]);
  expect(usage.rows).toEqual([]);
  const section = usageSections(usage, ["team"]).find(({ title }) => title === "Queues of Kueue")!;
  expect(section.rows).toEqual([["vision", "nvidia.com/gpu", "96.0", "120.5", "24.5"]]);
});

test("an older recording, which asked for no queue, is read, and says so where there are some", () => {
  const { queues, notes } = usageOf(env, recording({}), undefined);
  expect(queues).toEqual([]);
  expect(notes).toContain(
    "what queues of Kueue owned and admitted is unknown: it was not asked when this was recorded",
  );
  expect(usageOf(sample().env, recording({}), undefined).notes.join()).not.toContain("Kueue");
});

test("what is no answer is told", () => {
  expect(() => readQueues('{"status":"error","error":"out of memory"}')).toThrow("Prometheus did not answer");
});
