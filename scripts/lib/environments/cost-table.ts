import type { CostItem, GpuHours, ResolvedCost } from "../../../config/money/cost";
import { number } from "../terminal/table";

/** The estimate as people read it: the same lines in `synth` and `describe`. */
export interface CostTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers. */
  readonly right: readonly number[];
  readonly notes: readonly string[];
}

type Cost = Pick<ResolvedCost, "items" | "usdPerHour" | "usdPerMonth" | "unknown" | "scheduled">;

/** Costs of an environment as rows of a table, USD an hour and a month, with what is unknown. */
export function costTable({ items, usdPerHour, usdPerMonth, unknown, scheduled }: Cost): CostTable {
  const row = (label: string, hour: number | null, month: number | null, note: string) => [
    label,
    amount(hour, 2),
    amount(month, 0),
    note,
  ];
  return {
    head: ["item", "$/h", "$/month", ""],
    rows: [
      ...items.map((item) => [
        item.label,
        ...(item.byUse ? ["by use", "by use"] : [amount(item.usdPerHour, 2), amount(item.usdPerMonth, 0)]),
        item.note ?? "",
      ]),
      row(
        unknown.length ? "known, in all" : "in all",
        usdPerHour,
        usdPerMonth,
        scheduled ? "if it ran day and night" : "",
      ),
      ...(scheduled
        ? [
            [
              `in the hours of the schedule`,
              "",
              amount(scheduled.usdPerMonth, 0),
              `${number(scheduled.hoursPerWeek, 1)} of 168 hours a week`,
            ],
          ]
        : []),
    ],
    right: [1, 2],
    notes: [
      ...items.flatMap(upFrontNote),
      ...(unknown.length ? [`unknown, and not in the sum: ${unknown.join("; ")}`] : []),
      // what has no price at all is said to be unknown, and nothing more
      ...(usdPerHour === null
        ? []
        : [
            "list prices, where no price of your own is in config (prices)",
            "not estimated: S3 storage, traffic, logs, volumes, load balancers, what runs outside Railyard",
          ]),
    ],
  };
}

function upFrontNote({ label, upFront }: CostItem): string[] {
  if (!upFront) return [];
  const sum = upFront.usd === null ? "an unknown sum" : `$${number(upFront.usd, 0)}`;
  return [`paid up front: ${sum} for ${label}, ${upFront.start.slice(0, 10)} to ${upFront.end.slice(0, 10)}`];
}

/** `93,440 a month; $7.02 each, with everything else` */
export function gpuHourText({ perMonth, usdEach }: GpuHours): string {
  const each = usdEach === null ? "their cost is unknown" : `$${number(usdEach, 2)} each, with everything else`;
  return `${number(perMonth, 0)} a month; ${each}`;
}

const amount = (usd: number | null, digits: number): string => (usd === null ? "unknown" : number(usd, digits));
