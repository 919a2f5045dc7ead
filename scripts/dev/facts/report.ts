import type { AskedTable } from "./command";
import type { Json } from "./fact-table";
import type { Change } from "./refresh";

/** What was found of a table: the difference, what is gone, what to look at, and what nobody was asked for. */
export function tableLines({ table, changes, answer }: AskedTable, check: boolean): string[] {
  const { gone, notes } = answer;
  const verdict = changes.length === 0 ? "as its source says" : `${changes.length} ${check ? "differ" : "written"}`;
  return [
    `${table.name}: ${verdict} (${table.file})`,
    ...changes.flatMap(changeLines),
    ...gone.map((text) => `  gone: ${text}; it stays until somebody takes it out`),
    ...notes.map((text) => `  look: ${text}`),
    `  kept by hand: ${table.keptByHand.join("; ")}`,
    "",
  ];
}

/** As a diff says it. */
const changeLines = ({ place, before, after }: Change): string[] => [
  ...(before === undefined ? [] : [`  - ${place}: ${text(before)}`]),
  `  + ${place}: ${text(after)}`,
];

const text = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
