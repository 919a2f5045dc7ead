import type { ResolvedEnvironment } from "../../../config/resolve";
import { HOURS_PER_MONTH, type CostItem } from "../../../config/resolve/cost";
import type { Row, Table } from "../model";
import type { Scene, Told } from "./scene";
import { andList } from "./words";

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

/** What the environments cost by the hour and by the month, group by group. */
export function moneyTable({ input: { before, after } }: Scene): Table {
  const [was, now] = [groupsOf(before), groupsOf(after)];
  const names = [...new Set([...was, ...now].map(({ name }) => name))];
  const rows = names.map((name): Row => {
    const [old, one] = [was, now].map((groups) => groups.find((group) => group.name === name));
    const texts = [old, one].map((group) => (group ? groupText(group) : null));
    return { label: name, before: texts[0] ?? null, after: texts[1] ?? null, changed: texts[0] !== texts[1] };
  });
  const sums = [before, after].map((env) => env && moneyText(env.cost.usdPerHour));
  const sum = {
    label: "Sum of what is known",
    before: sums[0] ?? null,
    after: sums[1] ?? null,
    changed: sums[0] !== sums[1],
  };
  return { section: "money", title: "Money", rows: [...rows, sum], notes: notes(was, now) };
}

function groupText({ size, item }: Group): string {
  const price = item.usdPerHour === null ? "price unknown" : moneyText(item.usdPerHour);
  return size === "" ? price : `${size}: ${price}`;
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
