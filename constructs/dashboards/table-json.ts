import { uidOf, type CellLink, type DashboardName, type TablePanel, type Words } from "./dashboard";
import type { JsonObject } from "./store-panel-json";

/** Letters are names of queries. */
export const refId = (at: number): string => String.fromCharCode("A".charCodeAt(0) + at);

/** Pixels of columns with long names: `ip-10-12-34-56.us-east-2.compute.internal`, and a UUID after `GPU-`. */
const WIDTHS: Readonly<Record<string, number>> = { hostname: 310, node: 310, UUID: 360 };

/** One table of all queries, whose values Grafana calls `Value #A`, or `Value` where there is one. */
export function columnsJson({ columns, queries }: TablePanel): JsonObject[] {
  const labels = Object.keys(columns);
  const values = queries.map(
    ({ legend }, at) => [queries.length === 1 ? "Value" : `Value #${refId(at)}`, legend] as const,
  );
  const shown = [...labels, ...values.map(([name]) => name)];
  return [
    ...(queries.length === 1 ? [] : [{ id: "merge", options: {} }]),
    { id: "filterFieldsByName", options: { include: { names: shown } } },
    {
      id: "organize",
      options: {
        indexByName: Object.fromEntries(shown.map((name, at) => [name, at])),
        renameByName: {
          ...columns,
          ...Object.fromEntries(values.flatMap(([name, legend]) => (legend === undefined ? [] : [[name, legend]]))),
        },
      },
    },
  ];
}

/** What holds for one column alone. */
export function columnOverrides(panel: TablePanel, present: readonly DashboardName[]): JsonObject[] {
  const { columns, queries, words, links = [] } = panel;
  const ofLabels = Object.entries(columns).map(([label, title]) =>
    override(title, [
      // a text: the job 48211 would be 48.2 K
      { id: "unit", value: "string" },
      ...(WIDTHS[label] === undefined ? [] : [{ id: "custom.width", value: WIDTHS[label] }]),
      ...links
        .filter((link) => link.label === label && present.includes(link.dashboard))
        .map((link) => linkJson(link, columns)),
    ]),
  );
  const ofValues =
    words === undefined
      ? []
      : queries.map(({ legend = "Value" }) => override(legend, [{ id: "mappings", value: mappings(words) }]));
  return [...ofLabels, ...ofValues];
}

const override = (column: string, properties: readonly JsonObject[]): JsonObject => ({
  matcher: { id: "byName", options: column },
  properties,
});

export const mappings = (words: Words): JsonObject[] => [
  {
    type: "value",
    options: Object.fromEntries(
      Object.entries(words).map(([value, word], index) => [
        value,
        { ...(typeof word === "string" ? { text: word } : word), index },
      ]),
    ),
  },
];

function linkJson({ dashboard, variables }: CellLink, columns: TablePanel["columns"]): JsonObject {
  const given = Object.entries(variables).map(
    ([name, from]) =>
      `var-${name}=\${${from.startsWith("$") ? from.slice(1) : `__data.fields["${columns[from] ?? from}"]`}:percentencode}`,
  );
  const url = `/d/${uidOf(dashboard)}?${[...given, "${__url_time_range}"].join("&")}`;
  return { id: "links", value: [{ title: `Open ${dashboard}`, url }] };
}
