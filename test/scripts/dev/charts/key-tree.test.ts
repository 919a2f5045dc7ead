import { CLOSED, OPEN, unknownKeysOf } from "../../../../config/facts/chart-keys";
import type { Chart } from "../../../../scripts/dev/charts/chart-files";
import { keyTree } from "../../../../scripts/dev/charts/key-tree";
import { unknownKeys } from "../../../../scripts/dev/charts/known-keys";
import type { Values } from "../../../../scripts/dev/charts/releases";

const chart = (defaults: Values, templates = "", subcharts: Record<string, Chart> = {}, name = "c"): Chart => ({
  name,
  version: "1",
  defaults,
  templates,
  subcharts: new Map(Object.entries(subcharts)),
});

test("has keys of values.yaml at all depths, and those that only templates name", () => {
  const tree = keyTree(
    chart({ driver: { enabled: true, image: { tag: "a" } }, replicas: [1] }, "{{ .Values.driver.version }}"),
  );
  expect(tree).toMatchObject({
    driver: { enabled: CLOSED, version: OPEN, image: { tag: CLOSED } },
    replicas: CLOSED,
    global: OPEN,
  });
});

test("is open where a template writes a map whole, where Kubernetes' own objects are given, and where nothing is known", () => {
  const defaults = { extra: { a: 1 }, nodeSelector: { os: "linux" }, affinity: {}, empty: {}, nothing: null };
  expect(keyTree(chart(defaults, "{{ toYaml .Values.extra }}"))).toMatchObject({
    extra: OPEN,
    nodeSelector: OPEN,
    affinity: OPEN,
    empty: OPEN,
    nothing: OPEN,
  });
});

test("knows nothing of what files have", () => {
  const file = chart({ "grafana.ini": { log: { mode: "console" } } });
  expect(keyTree(file)).toMatchObject({ "grafana.ini": OPEN });
  expect(unknownKeys(file, { "grafana.ini": { news: { news_feed_enabled: false } } })).toEqual([]);
});

test("an empty map that templates take apart by name has those names", () => {
  expect(keyTree(chart({ cert: {} }, "{{ .Values.cert.name }} {{ .Values.cert.issuer }}"))).toMatchObject({
    cert: { issuer: OPEN, name: OPEN },
  });
});

test("has subcharts by their key, with what the parent gives them, and their switch", () => {
  const sub = chart({ persistence: { enabled: false } });
  expect(keyTree(chart({ grafana: { persistence: { size: "1Gi" } } }, "", { grafana: sub }))).toMatchObject({
    grafana: { enabled: CLOSED, persistence: { enabled: CLOSED, size: CLOSED } },
  });
});

test("entries that the user names have the form of another map", () => {
  const defaults = { nodesetDefaults: { slurmd: { args: [] } }, nodesets: {} };
  const tree = keyTree(chart(defaults, "", {}, "slurm"));
  const unknown = [...unknownKeysOf(tree, { nodesets: { mine: { slurmd: { agrs: [] } } } })];
  expect(unknown).toEqual([{ path: ["nodesets", "mine", "slurmd", "agrs"], known: ["args"] }]);
});
