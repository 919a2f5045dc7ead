import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { stillHeld, type CostItem, type ResolvedCost } from "../../../config/money/cost";
import { gpuHourText } from "../../lib/environments/cost-table";
import { numberText } from "../../lib/terminal/numbers";
import type { Row, Table } from "../model";
import type { ChangeSet, SectionFinding } from "./change-set";
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

function groupsOf(env: SiteEnvironment | null): Group[] {
  return (env?.cost.items ?? []).map((item) => {
    const [, name = item.label, size = ""] =
      /^(EKS control plane|Lustre|[^:]+)(?:[:,]?\s+(.*))?$/.exec(item.label) ?? [];
    return { name: name.charAt(0).toUpperCase() + name.slice(1), size, item };
  });
}

/** What the environments cost, group by group: one table by the hour, one by the month. */
export function moneyTables({ input: { before, after: written }, changes }: ChangeSet): Table[] {
  // a file that is gone ends no bill: only what is destroyed does
  const after = written === null && changes.length === 0 ? before : written;
  const [was, now] = [groupsOf(before), groupsOf(after)];
  const names = [...new Set([...was, ...now].map(({ name }) => name))];
  const pairs = names.map((name) => {
    const [old, one] = [was, now].map((groups) => groups.find((group) => group.name === name));
    return { label: `${name}${sizesText(old, one)}`, before: old?.item, after: one?.item };
  });
  const sum = { label: "Sum of what is known", before: before?.cost, after: after?.cost };
  const rows = (key: keyof Money, digits: number) =>
    [...pairs, sum].map(({ label, before: old, after: one }) =>
      moneyRow(label, priceOf(old, key), priceOf(one, key), (value) => usd(value, digits)),
    );
  return [
    { section: "money", title: "USD an hour", rows: rows("usdPerHour", 2), notes: notes(was, now) },
    {
      section: "money",
      title: "USD a month",
      rows: [...rows("usdPerMonth", 0), ...gpuHourRows(before, after)],
      notes: [],
    },
  ];
}

/** What work costs: GPUs that are held and not used make it dearer. */
function gpuHourRows(before: SiteEnvironment | null, after: SiteEnvironment | null): Row[] {
  const text = (env: SiteEnvironment | null) =>
    env && env.cost.gpuHours.perMonth > 0 ? gpuHourText(env.cost.gpuHours) : null;
  const [was, now] = [text(before), text(after)];
  return was === null && now === null ? [] : [{ label: "GPU-hours", before: was, after: now, changed: was !== now }];
}

/** Null: not there; unknown: no document gives a price. */
type Price = number | null | "unknown";
type Money = Pick<CostItem, "usdPerHour" | "usdPerMonth">;

const priceOf = (item: Money | undefined, key: keyof Money): Price => (item ? (item[key] ?? "unknown") : null);

function moneyRow(label: string, before: Price, after: Price, amount: (value: number) => string): Row {
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

const usd = (value: number, digits: number): string => `$${numberText(value, digits, digits)}`;

/** `$880.64/h, $642,867/month`; "unknown" where no price is known. */
export function moneyText({ usdPerHour, usdPerMonth }: Money): string {
  if (usdPerHour === null || usdPerMonth === null) return "unknown";
  return `${usd(usdPerHour, 2)}/h, ${usd(usdPerMonth, 0)}/month`;
}

function notes(was: readonly Group[], now: readonly Group[]): string[] {
  const all = [...was, ...now];
  if (all.length === 0) return ["Config has no prices: what it costs is unknown."];
  const itemNotes = all.flatMap(({ name, item }) => (item.note === undefined ? [] : [`${name}: ${item.note}.`]));
  const unknown = [
    ...new Set(all.filter(({ item }) => item.usdPerHour === null && !item.byUse).map(({ name }) => name)),
  ];
  return [
    "List prices at the largest size that config allows: an estimate, not a bill.",
    ...(unknown.length > 0 ? [`No price is known for ${andList(unknown)}: the sum is without.`] : []),
    ...new Set(itemNotes),
  ];
}

/** How the sum changes. */
export function money({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const [was, now] = [both.before.cost, both.after.cost];
  return [...sumChange(was, now), ...spotChanges(both.before, both.after), ...goesOn(was, now)];
}

/** Spot has no list price: where config has none of its own, the estimate is the same before and after. */
function spotChanges(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const old = new Map(bought(before).map((group) => [group.name, group]));
  return bought(after).flatMap((group): SectionFinding[] => {
    const was = old.get(group.name);
    if (!was) return [];
    const [from, to] = [was, group].map(({ capacity }) => (capacity.kind === "spot" ? capacity : null));
    const loses = from != null && (to == null || (to.onDemandFallback === true && from.onDemandFallback !== true));
    const gains = to != null && (from == null || (from.onDemandFallback === true && to.onDemandFallback !== true));
    const [hour, hourNow] = [before, after].map((env) => hourOfGroup(env, group.name));
    // the sum tells what is in it
    if (loses === gains || hour !== hourNow || was.instanceType !== group.instanceType) return [];
    const how =
      to == null
        ? "no spot instances any more"
        : from == null
          ? "spot instances"
          : to.onDemandFallback
            ? "on-demand instances where there is no spot capacity"
            : "spot instances alone";
    return [
      {
        section: "money",
        severity: loses ? "warning" : "info",
        title: `Node group ${group.name} has ${how}: it costs ${loses ? "more" : "less"}, and by how much is not known, for the estimate counts spot at the on-demand price.`,
        details: [`A price of your own in prices, spot/${group.instanceType}, makes the difference known.`],
        about: ["nodeGroups"],
      },
    ];
  });
}

/** Node groups of EC2. */
const bought = (env: SiteEnvironment) =>
  (awsOf(env)?.nodeGroups ?? []).flatMap(({ name, machines }) =>
    machines.kind === "aws" ? [{ name, instanceType: machines.instanceType, capacity: machines.capacity }] : [],
  );

const hourOfGroup = (env: SiteEnvironment, name: string): number | null | undefined =>
  env.cost.items.find(({ label }) => label.startsWith(`node group ${name}:`))?.usdPerHour;

function sumChange(was: ResolvedCost, now: ResolvedCost): SectionFinding[] {
  const hour = (now.usdPerHour ?? 0) - (was.usdPerHour ?? 0);
  const month = (now.usdPerMonth ?? 0) - (was.usdPerMonth ?? 0);
  const unknown = [...new Set([...was.unknown, ...now.unknown])];
  const hides = unknown.some((label) => was.unknown.includes(label) !== now.unknown.includes(label));
  const isSame = Math.abs(hour) < 0.005 && Math.abs(month) < 0.5;
  if (isSame && !hides) return [];
  const isMuch = month > MUCH_USD_PER_MONTH && month > MUCH_SHARE * (was.usdPerMonth ?? 0);
  const sign = hour < 0 || (hour === 0 && month < 0) ? "less" : "more";
  const amount = { usdPerHour: Math.abs(hour), usdPerMonth: Math.abs(month) };
  return [
    {
      section: "money",
      severity: isMuch ? "warning" : "info",
      title: hides
        ? `What it costs changes, and by how much is not known: what changes has no known price. Known: ${moneyText(was)} → ${moneyText(now)}.`
        : `It costs ${moneyText(amount)} ${sign}: ${moneyText(was)} → ${moneyText(now)}.`,
      details: unknown.length > 0 ? [`Without what has no known price: ${andList(unknown)}.`] : [],
    },
  ];
}

/** A reservation runs, and is billed, until somebody ends it in AWS: config only says who uses it. */
function goesOn(was: ResolvedCost, now: ResolvedCost): SectionFinding[] {
  return stillHeld(was, now).map((item) => ({
    section: "money",
    severity: "warning",
    title: `${item.held?.target} is in config no more, and goes on to cost ${moneyText(item)} until it is ended in AWS.`,
    details: [
      item.held?.kind === "capacity-block"
        ? "A Capacity Block is paid up front: nothing comes back."
        : "A reservation ends with aws ec2 cancel-capacity-reservation, or at the end that it was given.",
    ],
  }));
}
