import { groupedBy, madeLabels, metricsOf } from "./promql";

test.each([
  ["up", ["up"]],
  ['sum by (node) (rate(node_cpu_seconds_total{mode!="idle"}[5m]))', ["node_cpu_seconds_total"]],
  ['a / on (x) group_left (y) b{z="up"} or vector(0) > bool 1', ["a", "b"]],
  ["sum_over_time(max(c)[30d:1h]) unless d offset 5m", ["c", "d"]],
  ["time() - e * 1e6", ["e"]],
])("metrics of %s", (expr, names) => {
  expect(metricsOf(expr).map(({ name }) => name)).toEqual(names);
});

test("labels by which series are chosen, put together and made", () => {
  const expr = 'sum by (node, gpu) (a{b="c",d=~"e,f=g"}) + on (node) label_replace(h, "host", "$1", "node", "(.+)")';
  expect(metricsOf(expr)).toEqual([
    { name: "a", labels: ["b", "d"] },
    { name: "h", labels: [] },
  ]);
  expect(groupedBy(expr)).toEqual(["node", "gpu", "node"]);
  expect(madeLabels(expr)).toEqual(["host"]);
});
