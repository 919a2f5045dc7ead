import { SERIES } from "../../../config/facts/series";
import { metricsSize } from "../../../config/monitoring/series";
import { dcgmMetricsCsv } from "../../../constructs/platform/dcgm-metrics";
import { metricsSection } from "../../../scripts/commands/describe/metrics-section";
import { sample, type Change } from "../../helpers/environment";

const size = (change: Change = {}) => metricsSize(sample(change).env);
const seriesOf = (what: string, change: Change = {}) => size(change)?.rows.find(({ of }) => of === what)?.series ?? 0;

test("series of a GPU are the fields of Railyard's own list", () => {
  const fields = dcgmMetricsCsv().trimEnd().split("\n");
  expect(SERIES.gpu).toBe(fields.filter((line) => /, (gauge|counter), /.test(line)).length);
});

test("series of hosts grow with their CPUs, those of GPUs with the GPUs", () => {
  const fixed = 323 + 35 + 37 + 18 + 9 + 5;
  expect(seriesOf("hosts")).toBe(4 * (fixed + 17 * 192) + 3 * (fixed + 17 * 16));
  expect(seriesOf("GPUs")).toBe(4 * (8 * 40 + 5));
  expect(seriesOf("GPUs", { nodeGroups: { h100: { nodes: 8 } } })).toBe(8 * (8 * 40 + 5));
});

test("GPUs without the exporter, and Slurm that is not there, have none", () => {
  expect(seriesOf("GPUs", { gpu: { dcgm: "off" } })).toBe(0);
  expect(seriesOf("Slurm")).toBeGreaterThan(117);
  expect(seriesOf("Slurm", { slurm: null })).toBe(0);
  expect(size({ monitoring: { enabled: false } })).toBeNull();
});

test("jobs that tell of their collectives have a known number of series on each of their nodes", () => {
  expect(seriesOf("collectives of jobs (at most)")).toBe(0);
  expect(seriesOf("collectives of jobs (at most)", { monitoring: { ncclInspector: {} } })).toBe(4 * 24);
  expect(seriesOf("collectives of jobs (at most)", { monitoring: { ncclInspector: {} }, slurm: null })).toBe(0);
});

test("room is samples by one to two bytes, and twice the days take twice the room", () => {
  const [short, long] = [size({ monitoring: { retentionDays: 10 } })!, size({ monitoring: { retentionDays: 20 } })!];
  const samples = short.rows.reduce((sum, row) => sum + (row.series * 864_000) / row.everySeconds, 0);
  expect(short.gib.least).toBeCloseTo(samples / 2 ** 30, 6);
  expect(short.gib.most).toBeCloseTo(2 * short.gib.least, 6);
  expect(long.gib.most).toBeCloseTo(2 * short.gib.most, 6);
});

test("the size that is needed is the smallest that holds it", () => {
  const change = (storageGiB: number) => size({ monitoring: { retentionDays: 365, storageGiB } })!;
  const { neededGiB, gib } = change(10);
  expect(change(neededGiB).keptGiB).toBeGreaterThanOrEqual(gib.most);
  expect(change(neededGiB - 1).keptGiB).toBeLessThan(gib.most);
});

test("a description says series, room and whether the volume holds it", () => {
  const text = (change: Change) => JSON.stringify(metricsSection(size(change)));
  expect(text({})).toContain("100 GiB hold what was counted for 15 days; beyond 85 GiB the oldest metrics go");
  expect(text({ monitoring: { retentionDays: 365, storageGiB: 10 } })).toMatch(/of 365 days; [0-9]+ GiB would/);
  expect(metricsSection(null)).toEqual([]);
});
