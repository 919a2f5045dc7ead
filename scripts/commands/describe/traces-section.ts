import { inGrafana } from "../../../config/monitoring/grafana-stores";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { TRACE_VARIABLES, traceStore, traceStoreTitle } from "../../../config/traces/traces";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** Who keeps traces, and where programs send them. */
export interface TracesSheet {
  readonly store: string;
  readonly samplePercent: number;
  /** Where collectors take them. */
  readonly endpoint: string;
  /** What the store asks for it. */
  readonly price: string;
  /** How Grafana shows them; null: it does not. */
  readonly inGrafana: string | null;
}

const PRICES = {
  xray: "billed by use, for each GiB of spans that comes in; the price is unknown here, and in no sum of costs: https://aws.amazon.com/cloudwatch/pricing/",
  otlp: "what the store asks is unknown here, and in no sum of costs",
} as const;

/** Null where nobody keeps traces. */
export function tracesSheet(env: SiteEnvironment): TracesSheet | null {
  const { traces } = env;
  const store = traceStore(traces);
  return (
    store && {
      store: traceStoreTitle(store),
      samplePercent: traces.samplePercent,
      endpoint: TRACE_VARIABLES.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
      price: PRICES[store.kind],
      inGrafana: inGrafana(env, "traces"),
    }
  );
}

/** The sheet in words; nothing where nobody keeps traces. */
export function tracesSection(sheet: TracesSheet | null): SheetSection[] {
  if (!sheet) return [];
  const { store, samplePercent, endpoint, price, inGrafana: grafana } = sheet;
  return [
    {
      title: "Traces",
      head: ["", ""],
      right: [],
      rows: [
        ["kept in", store],
        [
          "of a hundred",
          samplePercent === 100 ? "all" : number(samplePercent, Number.isInteger(samplePercent) ? 0 : 2),
        ],
        ["sent to", endpoint],
        ["price", price],
        ...(grafana === null ? [] : [["in Grafana", grafana]]),
      ],
      notes: [],
    },
  ];
}
