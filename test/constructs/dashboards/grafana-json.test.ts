import { grafanaJson } from "../../../constructs/dashboards/grafana-json";
import type { Dashboard, DashboardName, Panel } from "../../../constructs/dashboards/dashboard";
import type { Json } from "../../helpers/synth";

const PROMETHEUS = { type: "prometheus", uid: "prometheus" };
const number: Panel = { kind: "number", title: "n", description: "", unit: "short", queries: [{ expr: "up" }] };
const lines: Panel = { ...number, kind: "lines", title: "l", queries: [{ expr: "up", legend: "{{instance}}" }] };
const table: Panel = {
  ...number,
  kind: "table",
  title: "t",
  columns: { hostname: "node", gpu: "GPU" },
  links: [{ label: "hostname", dashboard: "node", variables: { node: "hostname" } }],
};

const jsonOf = (panels: readonly Panel[], change: Partial<Dashboard> = {}, present: DashboardName[] = []): Json =>
  grafanaJson({ name: "gpu-fleet", title: "T", description: "D", rows: [{ title: "R", panels }], ...change }, present);
const panelOf = (panel: Panel, present?: DashboardName[]): Json => jsonOf([panel], {}, present).panels[1];

test("a dashboard has an id of its own, and cannot be changed where it is read only", () => {
  expect(jsonOf([])).toMatchObject({ uid: "railyard-gpu-fleet", title: "T", description: "D", editable: false });
});

test("panels stand beside each other while there is room, and the last of a line takes the rest", () => {
  const places = jsonOf([number, number, lines, lines, table]).panels.map(({ id, gridPos: { x, y, w, h } }: Json) => [
    id,
    [x, y, w, h],
  ]);
  expect(places).toEqual([
    [1, [0, 0, 24, 1]],
    [2, [0, 1, 4, 4]],
    [3, [4, 1, 4, 4]],
    [4, [8, 1, 16, 8]],
    [5, [0, 9, 24, 8]],
    [6, [0, 17, 24, 9]],
  ]);
});

test("a second row begins below the first one", () => {
  const rows = [
    { title: "A", panels: [number, lines] },
    { title: "B", panels: [number] },
  ];
  expect(jsonOf([], { rows }).panels.map(({ gridPos }: Json) => gridPos.y)).toEqual([0, 1, 1, 9, 10]);
});

test("every panel asks the Prometheus of the chart", () => {
  for (const panel of jsonOf([number, lines, table]).panels.slice(1)) {
    expect(panel.datasource).toEqual(PROMETHEUS);
    expect(panel.targets).toEqual([expect.objectContaining({ refId: "A", datasource: PROMETHEUS, expr: "up" })]);
  }
});

test("a number is good below its first threshold", () => {
  const { color, thresholds } = panelOf({ ...number, thresholds: [{ from: 1, color: "red" }] }).fieldConfig.defaults;
  expect([color, thresholds]).toEqual([
    { mode: "thresholds" },
    {
      mode: "absolute",
      steps: [
        { color: "green", value: null },
        { color: "red", value: 1 },
      ],
    },
  ]);
});

test("a number that is never bad is green, also above the 80 from which Grafana is red by itself", () => {
  const { color, thresholds } = panelOf(number).fieldConfig.defaults;
  expect([color.mode, thresholds.steps]).toEqual(["thresholds", [{ color: "green", value: null }]]);
});

test("numbers and tables say how many there are, and lines 1.02 K", () => {
  expect([number, table, lines].map((panel) => panelOf(panel).fieldConfig.defaults.unit)).toEqual([
    "none",
    "none",
    "short",
  ]);
  expect(panelOf({ ...table, unit: "bytes" }).fieldConfig.defaults.unit).toBe("bytes");
});

test("lines with a threshold keep their colors, and it is a line of its own", () => {
  const { color, custom, thresholds } = panelOf({ ...lines, thresholds: [{ from: 2, color: "red" }] }).fieldConfig
    .defaults;
  expect([color, custom.thresholdsStyle, thresholds.steps[1]]).toEqual([
    { mode: "palette-classic" },
    { mode: "dashed" },
    { color: "red", value: 2 },
  ]);
  expect(panelOf(lines).fieldConfig.defaults).not.toHaveProperty("thresholds");
});

test("words stand in the place of values, and of no label", () => {
  const words = { 0: "no", 1: "yes" };
  const mappings = [{ type: "value", options: { 0: { text: "no", index: 0 }, 1: { text: "yes", index: 1 } } }];
  expect(panelOf({ ...number, kind: "number", words }).fieldConfig.defaults.mappings).toEqual(mappings);
  const bad = { ...number, kind: "number", words: { 0: { text: "no", color: "red" } } } as const;
  expect(panelOf(bad).fieldConfig.defaults.mappings[0].options[0]).toEqual({ text: "no", color: "red", index: 0 });
  const { defaults, overrides } = panelOf({ ...table, words, queries: [{ expr: "up", legend: "is up" }] }).fieldConfig;
  expect(defaults).not.toHaveProperty("mappings");
  expect(overrides.at(-1)).toEqual({
    matcher: { id: "byName", options: "is up" },
    properties: [{ id: "mappings", value: mappings }],
  });
});

test("a table stands in the order of a column, or of its query", () => {
  expect(panelOf({ ...table, sortedBy: "age" }).options.sortBy).toEqual([{ displayName: "age", desc: false }]);
  expect(panelOf(table).options).not.toHaveProperty("sortBy");
});

test("lines begin at zero unless their axis may begin anywhere", () => {
  expect(panelOf(lines).fieldConfig.defaults.min).toBe(0);
  expect(panelOf({ ...lines, kind: "lines", min: "auto" }).fieldConfig.defaults).not.toHaveProperty("min");
});

test("a table shows its labels and values, under their titles and in their order", () => {
  const two: Panel = { ...table, queries: [{ expr: "a", legend: "first" }, { expr: "b" }] };
  const [merge, filter, organize] = panelOf(two).transformations;
  expect(merge.id).toBe("merge");
  expect(filter.options.include.names).toEqual(["hostname", "gpu", "Value #A", "Value #B"]);
  expect(organize.options).toEqual({
    indexByName: { hostname: 0, gpu: 1, "Value #A": 2, "Value #B": 3 },
    renameByName: { hostname: "node", gpu: "GPU", "Value #A": "first" },
  });
  // one query has no letter, and nothing to merge
  expect(panelOf(table).transformations[0].options.include.names).toEqual(["hostname", "gpu", "Value"]);
});

test("a cell leads to a dashboard that the environment has, with the labels of its row", () => {
  // labels are texts, also where they are numbers
  const gpu = { matcher: { id: "byName", options: "GPU" }, properties: [{ id: "unit", value: "string" }] };
  const text = [
    { id: "unit", value: "string" },
    { id: "custom.width", value: 310 },
  ];
  expect(panelOf(table, ["node"]).fieldConfig.overrides).toEqual([
    {
      matcher: { id: "byName", options: "node" },
      properties: [
        ...text,
        {
          id: "links",
          value: [
            {
              title: "Open node",
              url: '/d/railyard-node?var-node=${__data.fields["node"]:percentencode}&${__url_time_range}',
            },
          ],
        },
      ],
    },
    gpu,
  ]);
  expect(panelOf(table, ["gpu-fleet"]).fieldConfig.overrides).toEqual([
    { matcher: { id: "byName", options: "node" }, properties: text },
    gpu,
  ]);
});

test("a cell leads on with a variable of its own dashboard, too", () => {
  const link = { label: "gpu", dashboard: "gpu", variables: { node: "$node", gpu: "gpu" } } as const;
  const [, { properties }] = panelOf({ ...table, links: [link] }, ["gpu"]).fieldConfig.overrides;
  expect(properties.at(-1).value[0].url).toBe(
    '/d/railyard-gpu?var-node=${node:percentencode}&var-gpu=${__data.fields["GPU"]:percentencode}&${__url_time_range}',
  );
});

test("a variable has the values of a label; of several, all at first", () => {
  const of = { name: "node", title: "Node", label: "hostname", of: "DCGM_FI_DEV_GPU_TEMP" };
  const [one, several] = jsonOf([], { variables: [of, { ...of, several: true }] }).templating.list;
  expect(one).toMatchObject({ query: { query: "label_values(DCGM_FI_DEV_GPU_TEMP, hostname)" }, multi: false });
  expect(one).not.toHaveProperty("allValue");
  expect(several).toMatchObject({ multi: true, includeAll: true, allValue: ".+", current: { value: ["$__all"] } });
});

test("a link to a page of somebody else opens beside the dashboard, and one to another dashboard keeps its time", () => {
  const links = ["https://example.com/$252F", "/d/railyard-node?var-node=a"].map((url) => ({
    title: "t",
    tooltip: "",
    url,
  }));
  const [list, ...ways] = jsonOf([], { links }).links;
  expect(list.type).toBe("dashboards");
  expect(ways.map(({ url, targetBlank, keepTime }: Json) => [url, targetBlank, keepTime])).toEqual([
    ["https://example.com/$252F", true, false],
    ["/d/railyard-node?var-node=a", false, true],
  ]);
});

test("a closed row has its panels in itself, and takes no room for them", () => {
  const logs: Panel = { kind: "logs", title: "l", description: "", query: { store: "loki", expr: "{}" } };
  const { panels } = jsonOf([], {
    rows: [
      { title: "A", panels: [number] },
      { title: "B", closed: true, panels: [logs] },
      { title: "C", panels: [number] },
    ],
  });
  expect(panels.map(({ type, id, gridPos, collapsed }: Json) => [type, id, gridPos.y, collapsed])).toEqual([
    ["row", 1, 0, false],
    ["stat", 2, 1, undefined],
    ["row", 3, 5, true],
    ["row", 5, 6, false],
    ["stat", 6, 7, undefined],
  ]);
  expect(panels[2].panels.map(({ type, id, gridPos }: Json) => [type, id, gridPos.y])).toEqual([["logs", 4, 6]]);
});
