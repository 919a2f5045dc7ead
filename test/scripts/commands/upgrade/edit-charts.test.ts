import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHARTS } from "../../../../config/facts/versions";
import { withCharts, type ChartChange } from "../../../../scripts/commands/upgrade/edit-charts";
import { ROOT } from "../../../helpers/process";

const TEXT = readFileSync(join(ROOT, "config/facts/charts.json"), "utf8");
const CHANGE: ChartChange = { version: "9.9.9", releasedOn: "2026-11-20", minKubernetes: "1.30", source: "an index" };

test("a chart changes in its own lines only", () => {
  const text = withCharts(TEXT, new Map([["slurm", CHANGE]]));
  expect(JSON.parse(text)).toEqual({ ...CHARTS, slurm: { ...CHARTS.slurm, ...CHANGE } });
  const [old, now] = [TEXT.split("\n"), text.split("\n")];
  expect(now).toHaveLength(old.length);
  expect(now.filter((line, at) => line !== old[at])).toHaveLength(4);
});

test("what was unknown becomes known, and the other way", () => {
  const unknown = { ...CHANGE, releasedOn: null, minKubernetes: null };
  const text = withCharts(
    TEXT,
    new Map([
      ["gpu-operator", unknown],
      ["prometheus-yet-another-cloudwatch-exporter", CHANGE],
    ] as const),
  );
  const charts = JSON.parse(text) as typeof CHARTS;
  expect(charts["gpu-operator"]).toMatchObject({ releasedOn: null, minKubernetes: null });
  expect(charts["prometheus-yet-another-cloudwatch-exporter"]).toMatchObject({
    releasedOn: "2026-11-20",
    minKubernetes: "1.30",
    crds: "none",
  });
});

test("signs that mean something in a replacement stay as they are", () => {
  const source = '$& $1 "quoted" \\ back';
  expect(JSON.parse(withCharts(TEXT, new Map([["slurm", { ...CHANGE, source }]])))).toMatchObject({
    slurm: { source },
  });
});

test("fails on a chart that is not there, and on another form", () => {
  expect(() => withCharts(TEXT, new Map([["other" as "slurm", CHANGE]]))).toThrow("has other in a form");
  expect(() => withCharts(JSON.stringify(CHARTS), new Map([["slurm", CHANGE]]))).toThrow("edit it by hand");
});
