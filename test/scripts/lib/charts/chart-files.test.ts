import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { parse } from "yaml";
import { completeChart, isChart, readChart } from "../../../../scripts/lib/charts/chart-files";
import { withTree } from "../../../helpers/tree";

const PARENT = `name: parent
version: 1.0.0
dependencies:
  - name: metrics
    version: 2.0.0
    condition: metrics.enabled
  - name: windows
    condition: windows.enabled
`;
const FILES = {
  "parent/Chart.yaml": PARENT,
  "parent/Chart.lock": "digest: x",
  "parent/values.yaml": "metrics: { enabled: true }\nwindows: { enabled: false }\n",
  "parent/templates/a.yaml": "a: {{ .Values.a }}",
  "parent/templates/deep/b.yaml": "b: {{ .Values.b }}",
  "metrics/Chart.yaml": "name: metrics\nversion: 2.0.0\n",
  "metrics/values.yaml": "interval: 15s\n",
};

test("knows a chart by its Chart.yaml", () => {
  withTree(FILES, (root) => {
    expect(isChart(`${root}/parent`)).toBe(true);
    expect(isChart(root)).toBe(false);
  });
});

test("reads defaults, templates in folders too, and the version as text", () => {
  withTree({ ...FILES, "parent/Chart.yaml": "name: parent\nversion: 1.5\n" }, (root) => {
    const chart = readChart(`${root}/parent`);
    expect(chart).toMatchObject({ name: "parent", version: "1.5", defaults: { metrics: { enabled: true } } });
    expect(chart.templates).toContain(".Values.a");
    expect(chart.templates).toContain(".Values.b");
    expect(chart.subcharts.size).toBe(0);
  });
});

test("a chart may have neither values nor templates", () => {
  withTree({ "c/Chart.yaml": "name: c\nversion: 1.0.0\n" }, (root) => {
    expect(readChart(`${root}/c`)).toMatchObject({ defaults: {}, templates: "" });
  });
});

test("takes charts that it needs from the shelf, and leaves out those that are off", () => {
  withTree(FILES, (root) => {
    expect(completeChart(`${root}/parent`, `${root}/copy`, root, {})).toEqual(["windows"]);
    const chart = readChart(`${root}/copy`);
    expect(chart.subcharts.get("metrics")?.defaults).toEqual({ interval: "15s" });
    const { dependencies } = parse(readFileSync(`${root}/copy/Chart.yaml`, "utf8"));
    expect(dependencies.map(({ name }: { name: string }) => name)).toEqual(["metrics"]);
    // Helm refuses a lock that does not fit
    expect(existsSync(`${root}/copy/Chart.lock`)).toBe(false);
    expect(readFileSync(`${root}/parent/Chart.yaml`, "utf8")).toBe(PARENT);
  });
});

test("a chart knows its charts by their alias", () => {
  const yaml = "name: c\nversion: 1.0.0\ndependencies:\n  - { name: metrics, alias: telemetry }\n";
  withTree({ ...FILES, "c/Chart.yaml": yaml }, (root) => {
    completeChart(`${root}/c`, `${root}/copy`, root, {});
    expect([...readChart(`${root}/copy`).subcharts.keys()]).toEqual(["telemetry"]);
  });
});

test("fails when a chart is missing that values switch on", () => {
  withTree(FILES, (root) => {
    const complete = () => completeChart(`${root}/parent`, `${root}/copy`, root, { windows: { enabled: true } });
    expect(complete).toThrow("parent needs the chart windows");
  });
});

test("fails when a chart is missing that has no condition", () => {
  const yaml = "name: c\nversion: 1.0.0\ndependencies:\n  - { name: other, version: 3.0.0 }\n";
  withTree({ "c/Chart.yaml": yaml }, (root) => {
    expect(() => completeChart(`${root}/c`, `${root}/copy`, null, {})).toThrow("c needs the chart other 3.0.0");
  });
});

test("published charts bring theirs as archives", () => {
  withTree({ ...FILES, "parent/charts/metrics-2.0.0.tgz": "", "parent/charts/windows-1.tgz": "" }, (root) => {
    expect(completeChart(`${root}/parent`, `${root}/copy`, null, {})).toEqual([]);
  });
});

test("a chart that was cut out of its repository may have links to what is not there", () => {
  withTree({ "c/Chart.yaml": "name: c\nversion: 1.0.0\n" }, (root) => {
    symlinkSync("../../crds/kind.yaml", `${root}/c/kind.yaml`);
    expect(() => completeChart(`${root}/c`, `${root}/copy`, null, {})).toThrow(
      /c is not whole: .*kind\.yaml is a link to a file that is not there/,
    );
  });
});
