import fc from "fast-check";
import { CLOSED, OPEN, unknownKeysOf, wrongFormsOf } from "../../../../config/facts/chart-keys";
import type { Chart } from "../../../../scripts/lib/charts/chart-files";
import { keyTree } from "../../../../scripts/dev/charts/key-tree";
import { unknownKeys } from "../../../../scripts/dev/charts/known-keys";
import type { Values } from "../../../../scripts/lib/charts/releases";

const chart = (defaults: Values, templates = "", subcharts: Record<string, Chart> = {}, name = "c"): Chart => ({
  name,
  version: "1",
  defaults,
  templates,
  schema: null,
  conditions: [],
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
  expect(unknown).toEqual([{ path: ["nodesets", "mine", "slurmd", "agrs"], key: "agrs", known: ["args"] }]);
});

describe("the form of a value is proved", () => {
  test.each([
    ["a condition", "{{- if .Values.on }}"],
    ["part of a condition", '{{ if and (eq .Values.kind "x") (not .Values.on) }}'],
    ["what is chosen by it", "{{ ternary 1 2 $.Values.on }}"],
    ["asked for its opposite", "replicas: {{ ternary 1 2 (not (.Values.on)) }}"],
    ["deep in a condition", '{{ if or (and .Values.other (not .Values.on)) (eq .Values.kind "x (y") }}'],
    ["a comparison with true, which fails with text", "{{ else if eq .Values.on true }}"],
  ])("by a switch that is %s", (_, template) => {
    expect(keyTree(chart({ on: true }, template))).toMatchObject({ on: "boolean" });
  });

  test.each([
    ["is only printed, as text is", "enabled: {{ .Values.on }}"],
    ["is made text", '{{ if eq (toString .Values.on) "true" }}'],
    ["is made text behind", "{{ if (.Values.on | toString | eq `true`) }}"],
    ["is compared with text", '{{ if eq .Values.on "auto" }}{{ if .Values.on }}'],
    ["is asked what it is", '{{ if kindIs "bool" .Values.on }}'],
    ["has a longer name", "{{ if .Values.on.line }}{{ if .Values.only }}"],
    ["is another chart's", "{{ if .Values.sub.on }}"],
    ["is what is chosen, not what is asked", '{{ hasKey .Values "on" | ternary .Values.on false }}'],
    ["is compared with nothing", "{{ if ne .Values.on nil }}"],
    ["is an argument of another function", "{{ if and .Values.other (has .Values.on .Values.list) }}"],
    ["is piped", "{{ if .Values.on | default false }}"],
    ["is the last that is printed", "{{ and .Values.other .Values.on }}"],
  ])("not by one that %s", (_, template) => {
    expect(keyTree(chart({ on: true }, template))).not.toMatchObject({ on: "boolean" });
  });

  test("by a switch that a subchart hangs on", () => {
    const parent = chart({ grafana: { enabled: true }, metrics: { on: true } }, "", {
      grafana: chart({}),
      state: chart({}),
    });
    const conditions = ["grafana.enabled", "metrics.on"];
    expect(keyTree({ ...parent, conditions })).toMatchObject({
      grafana: { enabled: "boolean" },
      metrics: { on: "boolean" },
      state: { enabled: CLOSED },
    });
  });

  test("not by a default that is no switch", () => {
    const tree = keyTree(
      chart({ tag: "1", replicas: 1, some: [] }, "{{ if .Values.tag }}{{ if .Values.replicas }}{{ if .Values.some }}"),
    );
    expect(tree).toMatchObject({ tag: CLOSED, replicas: CLOSED, some: CLOSED });
  });

  test("by the chart's schema, through its references, where it names one type", () => {
    const schema = {
      $ref: "#/$defs/values",
      $defs: {
        port: { type: ["integer", "null"] },
        values: {
          properties: {
            on: { type: "boolean" },
            tag: { type: "string" },
            port: { $ref: "#/$defs/port" },
            args: { type: "array" },
            labels: { type: "object" },
            either: { type: ["string", "integer"] },
            any: { anyOf: [{ type: "string" }], type: "string" },
            free: {},
            nowhere: { $ref: "#/$defs/missing" },
            deep: { properties: { down: { type: "string" } } },
          },
        },
      },
    };
    const defaults = {
      on: true,
      tag: "",
      port: null,
      args: [],
      labels: {},
      either: 1,
      any: "",
      free: "",
      nowhere: 1,
      deep: { down: "" },
    };
    expect(keyTree({ ...chart(defaults), schema })).toEqual({
      on: "boolean",
      tag: "text",
      port: "number",
      args: "list",
      labels: "map",
      either: CLOSED,
      any: CLOSED,
      free: CLOSED,
      nowhere: CLOSED,
      deep: { down: "text" },
      global: OPEN,
    });
  });
});

test("the values of a chart itself have the forms that are read from it", () => {
  const any = fc.letrec((tie) => ({
    leaf: fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant(null), fc.array(fc.string(), { maxLength: 2 })),
    map: fc.dictionary(fc.constantFrom("a", "b", "on"), tie("node"), { maxKeys: 3 }),
    node: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("map")),
  }));
  const template = "{{ if .Values.a }}{{ if .Values.b.on }}{{ if and .Values.on .Values.a.b }}{{ toYaml .Values.b.a }}";
  fc.assert(
    fc.property(any.map as fc.Arbitrary<Values>, (defaults) => {
      const tree = keyTree(chart(defaults, template));
      expect([...wrongFormsOf(tree, defaults), ...unknownKeysOf(tree, defaults)]).toEqual([]);
    }),
  );
});
