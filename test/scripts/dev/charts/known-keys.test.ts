import type { Chart } from "../../../../scripts/lib/charts/chart-files";
import { unknownKeys } from "../../../../scripts/dev/charts/known-keys";
import type { Values } from "../../../../scripts/lib/charts/releases";

const chart = (defaults: Values, templates = "", subcharts: Record<string, Chart> = {}): Chart => ({
  name: "c",
  version: "1",
  defaults,
  templates,
  schema: null,
  conditions: [],
  subcharts: new Map(Object.entries(subcharts)),
});

const paths = (one: Chart, values: Values) => unknownKeys(one, values).map(({ path }) => path);

const DEFAULTS = {
  replicas: 1,
  driver: { enabled: true, image: { tag: "a" } },
  labels: { app: "c" },
  tags: {},
  region: null,
  tolerations: [],
};

test("knows what values.yaml has", () => {
  const values = { replicas: 2, driver: { enabled: false, image: { tag: "b" } }, tolerations: [{ key: "a" }] };
  expect(unknownKeys(chart(DEFAULTS), values)).toEqual([]);
});

test("finds what it has not, at every depth, and says what was meant", () => {
  const values = { replica: 2, driver: { enabeld: false, image: { tg: "b" } } };
  expect(unknownKeys(chart(DEFAULTS), values)).toEqual([
    { path: "replica", message: "the chart does not know it; did you mean replicas?" },
    { path: "driver.enabeld", message: "the chart does not know it; did you mean enabled?" },
    { path: "driver.image.tg", message: "the chart does not know it; did you mean tag?" },
  ]);
});

test("finds values of another form", () => {
  expect(unknownKeys(chart(DEFAULTS), { driver: true, tolerations: {}, replicas: [1] })).toEqual([
    { path: "driver", message: "is a single value, but the chart has a map there" },
    { path: "tolerations", message: "is a map, but the chart has a list there" },
    { path: "replicas", message: "is a list, but the chart has a single value there" },
  ]);
});

test("takes anything where the chart has nothing or an empty map", () => {
  expect(paths(chart(DEFAULTS), { region: { a: 1 }, tags: { team: "ml" } })).toEqual([]);
  expect(paths(chart(DEFAULTS), { tags: ["a"] })).toEqual([]);
});

test("null removes a default and has no form", () => {
  expect(paths(chart(DEFAULTS), { driver: null, replicas: null })).toEqual([]);
});

test("labels and their like have keys of the user's own", () => {
  expect(paths(chart(DEFAULTS), { labels: { team: "ml" } })).toEqual([]);
});

test("knows keys that only templates speak of", () => {
  const one = chart({ exporter: {}, node: { a: 1 } }, "{{ .Values.node.region }} {{- if .Values.job.config.name }}");
  expect(paths(one, { node: { region: "r" }, job: { config: { name: "n" } } })).toEqual([]);
  expect(paths(one, { node: { regions: "r" }, job: { config: { nam: "n" } } })).toEqual([
    "node.regions",
    "job.config.nam",
  ]);
});

test.each([
  "spec: {{ toYaml .Values.settings | nindent 2 }}",
  "spec: {{- .Values.settings | toYaml | nindent 2 }}",
  "{{- with .Values.settings }}\nspec: {{- toYaml . | nindent 2 }}\n{{- end }}",
  "{{- range $key, $value := .Values.settings }}x{{ end }}",
])("a map that templates write whole has keys of the user's own: %s", (templates) => {
  expect(paths(chart({ settings: { a: 1 } }, templates), { settings: { b: 2 } })).toEqual([]);
  expect(paths(chart({ settings: { a: 1 } }, ""), { settings: { b: 2 } })).toEqual(["settings.b"]);
});

test("but not one that they also take apart, whatever its name", () => {
  const templates = "{{ toYaml .Values.settings }} {{ .Values.settings.a }} {{ .Values.resources.gpus.enabled }}";
  const one = chart({ settings: { a: 1 }, resources: { gpus: { enabled: true } } }, templates);
  expect(paths(one, { settings: { b: 2 }, resources: { gpu: {} } })).toEqual(["settings.b", "resources.gpu"]);
});

test("a name in the middle of another is not that name", () => {
  expect(paths(chart({}, "{{ toYaml .Values.settingsOfOthers }}"), { settings: { a: 1 } })).toEqual(["settings"]);
});

test("looks into charts of the chart, with the defaults of both", () => {
  const sub = chart({ interval: "15s", image: { tag: "1" } });
  const one = chart({ metrics: { labels: {}, image: { digest: "" } } }, "", { metrics: sub });
  const values = { metrics: { enabled: true, interval: "1s", image: { tag: "2", digest: "d" }, intervall: "2s" } };
  expect(unknownKeys(one, values)).toEqual([
    { path: "metrics.intervall", message: "the chart does not know it; did you mean interval?" },
  ]);
});

test("global values are every chart's", () => {
  expect(paths(chart({}), { global: { anything: 1 } })).toEqual([]);
});

test("entries that the user names have the form of the defaults", () => {
  const slurm: Chart = {
    ...chart({ nodesetDefaults: { replicas: 1, slurmd: { image: {} } }, nodesets: {} }),
    name: "slurm",
  };
  expect(paths(slurm, { nodesets: { h100: { replicas: 4, slurmd: { image: { tag: "a" } } } } })).toEqual([]);
  expect(paths(slurm, { nodesets: { h100: { replica: 4, slurmd: { imge: {} } } } })).toEqual([
    "nodesets.h100.replica",
    "nodesets.h100.slurmd.imge",
  ]);
});

test("Slurm's own parameters and specs of Services are handed on", () => {
  const partitions = { all: { enabled: false, configMap: { Default: "YES" } } };
  const loginsetDefaults = { service: { spec: { type: "LoadBalancer" } } };
  const slurm: Chart = { ...chart({ partitions, loginsetDefaults, loginsets: {} }), name: "slurm" };
  const values = {
    partitions: { train: { enabled: true, configMap: { State: "UP" }, nodeset: ["a"] } },
    loginsets: { login: { service: { spec: { loadBalancerClass: "x" }, port: 22 } } },
  };
  expect(paths(slurm, values)).toEqual(["partitions.train.nodeset", "loginsets.login.service.port"]);
});
