import type { ResolvedEnvironment } from "../../../config/resolve";
import { HOURS_PER_MONTH, type CostItem } from "../../../config/resolve/cost";
import type { Row, Table } from "../model";
import type { Scene, Told } from "./scene";
import { andList, signed } from "./words";

/** Growth of the sum beyond which money is read first: a fifth more, and more than a small group of nodes. */
const MUCH_SHARE = 0.2;
const MUCH_USD_PER_MONTH = 1000;

/** An item has its size in its label; what it is stands before that: `node group h100: 16 × p5.48xlarge`. */
interface Group {
  readonly name: string;
  readonly size: string;
  readonly item: CostItem;
}

function groupsOf(env: ResolvedEnvironment | null): Group[] {
  return (env?.cost.items ?? []).map((item) => {
    const [, name = item.label, size = ""] =
      /^(EKS control plane|Lustre|[^:]+)(?:[:,]?\s+(.*))?$/.exec(item.label) ?? [];
    return { name: name.charAt(0).toUpperCase() + name.slice(1), size, item };
  });
}

/** What the environments cost, group by group: one table by the hour, one by the month. */
export function moneyTables({ input: { before, after } }: Scene): Table[] {
  const [was, now] = [groupsOf(before), groupsOf(after)];
  const names = [...new Set([...was, ...now].map(({ name }) => name))];
  const pairs = names.map((name) => {
    const [old, one] = [was, now].map((groups) => groups.find((group) => group.name === name));
    return { label: `${name}${sizesText(old, one)}`, before: priceOf(old), after: priceOf(one) };
  });
  const sum = {
    label: "Sum of what is known",
    before: before?.cost.usdPerHour ?? null,
    after: after?.cost.usdPerHour ?? null,
  };
  const rows = (amount: (usdPerHour: number) => string) =>
    [...pairs, sum].map(({ label, before: old, after: one }) => moneyRow(label, old, one, amount));
  return [
    { section: "money", title: "USD an hour", rows: rows((value) => usd(value, 2)), notes: notes(was, now) },
    { section: "money", title: "USD a month", rows: rows((value) => usd(value * HOURS_PER_MONTH, 0)), notes: [] },
  ];
}

/** Null: not there; unknown: no document gives a price. */
type Price = number | null | "unknown";

const priceOf = (group: Group | undefined): Price => (group ? (group.item.usdPerHour ?? "unknown") : null);

function moneyRow(label: string, before: Price, after: Price, amount: (usdPerHour: number) => string): Row {
  const cell = (price: Price) => (typeof price === "number" ? amount(price) : price === null ? null : "price unknown");
  const numbers = typeof before === "number" && typeof after === "number";
  const row = { label, before: cell(before), after: cell(after), changed: before !== after };
  return numbers && before !== after ? { ...row, delta: signed(after - before, amount) } : row;
}

/** `: 16 × p5.48xlarge → 12 × p5.48xlarge`, or the one that there is. */
function sizesText(before: Group | undefined, after: Group | undefined): string {
  const sizes = new Set([before?.size, after?.size].filter(Boolean));
  return sizes.size === 0 ? "" : `: ${[...sizes].join(" → ")}`;
}

const usd = (value: number, digits: number): string =>
  `$${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;

/** `$880.64/h, $642,867/month` */
export function moneyText(usdPerHour: number): string {
  return `${usd(usdPerHour, 2)}/h, ${usd(usdPerHour * HOURS_PER_MONTH, 0)}/month`;
}

function notes(was: readonly Group[], now: readonly Group[]): string[] {
  const all = [...was, ...now];
  const said = all.flatMap(({ name, item }) => (item.note === undefined ? [] : [`${name}: ${item.note}.`]));
  const unknown = [...new Set(all.filter(({ item }) => item.usdPerHour === null).map(({ name }) => name))];
  return [
    "List prices at the largest size that config allows: an estimate, not a bill.",
    ...(unknown.length > 0 ? [`No price is known for ${andList(unknown)}: the sum is without.`] : []),
    ...new Set(said),
  ];
}

/** How the sum changes. */
export function money({ both }: Scene): Told[] {
  if (!both) return [];
  const [was, now] = [both.before.cost, both.after.cost];
  const difference = now.usdPerHour - was.usdPerHour;
  const unknown = [...new Set([...was.unknown, ...now.unknown])];
  const hides = unknown.some((label) => was.unknown.includes(label) !== now.unknown.includes(label));
  if (Math.abs(difference) < 0.005 && !hides) return [];
  const month = difference * HOURS_PER_MONTH;
  const isMuch = month > MUCH_USD_PER_MONTH && difference > MUCH_SHARE * was.usdPerHour;
  const sign = difference < 0 ? "less" : "more";
  const isSame = Math.abs(difference) < 0.005;
  return [
    {
      section: "money",
      severity: isMuch ? "warning" : "info",
      title: isSame
        ? "What it costs changes, and by how much is not known: what changes has no known price."
        : `It costs ${moneyText(Math.abs(difference))} ${sign}: ${moneyText(was.usdPerHour)} → ${moneyText(now.usdPerHour)}.`,
      details: unknown.length > 0 ? [`Without what has no known price: ${andList(unknown)}.`] : [],
    },
  ];
}
