import { createHash } from "node:crypto";
import { catalogType } from "../../catalog/catalog";
import type { ReviewedChange } from "../changes/resource-changes";
import { at } from "../changes/values";
import type { AttributeChange, Shown } from "../model";
import { isPlain } from "../../../config/kernel/plain";

/** Attributes that people know a resource by, the best first. */
const NAMES = ["node_group_name", "bucket", "addon_name", "alias", "name", "role", "function_name", "identifier"];

/** `Lustre file system research-lustre`, `aws_made_up_type its-name`. */
export function resourceText(change: ReviewedChange): string {
  return `${catalogType(change.type)?.noun ?? change.type} ${nameOf(change)}`;
}

/** A text as a sentence begins; names of types stay as they are. */
export function capital(text: string): string {
  return /^[a-z]+\b(?!_)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** The name by which people know a resource. */
export function nameOf({ before, after, address, type }: ReviewedChange): string {
  // a policy of a role is known by the role
  const names = type.startsWith("aws_iam_role_policy") ? ["role", ...NAMES] : NAMES;
  for (const values of [before, after]) {
    const name = names.map((key) => values?.[key]).find((value) => typeof value === "string" && value !== "");
    const tag = at(values?.["tags"], "Name");
    if (typeof name === "string" || typeof tag === "string") return String(name ?? tag);
  }
  return address.replace(/^[^.]*\./, "");
}

const LONGEST = 120;

/** A value in a sentence. */
export function shownText(shown: Shown): string {
  switch (shown.kind) {
    case "unknown":
      return "a value that is known after apply only";
    case "secret":
      return "a secret";
    case "absent":
      return "nothing";
    case "value":
      return valueText(shown.value);
  }
}

/** A value in one short line. */
export function valueText(value: unknown): string {
  if (typeof value === "string" && value.trimEnd().includes("\n"))
    return count(value.trimEnd().split("\n").length, "line");
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const line = text.slice(0, 2 * LONGEST).replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/** The same, with a digest of what is not shown: who means one value by name has not meant another that begins like it. */
export function exactText(value: unknown): string {
  const [text, whole] = [valueText(value), typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing")];
  if (text === whole) return text;
  return `${text} (${createHash("sha256").update(whole).digest("hex").slice(0, DIGITS)})`;
}

const DIGITS = 8;

/** `storage_capacity: 38400 → 19200` */
export function changeText({ path, before, after, lines }: AttributeChange): string {
  const both = [before, after].map((shown) => (shown.kind === "unknown" ? "(known after apply)" : shownText(shown)));
  if (lines && lines.length > 0) return `${path}: ${lines.length} line${lines.length === 1 ? " differs" : "s differ"}`;
  return before.kind === "secret" && after.kind === "secret"
    ? `${path}: a secret changes`
    : `${path}: ${both.join(" → ")}`;
}

/** Most lines that one finding tells of changed values; all of them are with the change. */
const MOST_LINES = 12;

/** Changed values, a line each, and how many more there are. */
export function valueLines(attributes: readonly AttributeChange[]): string[] {
  const lines = attributes.slice(0, MOST_LINES).map(changeText);
  const more = attributes.length - lines.length;
  return more > 0 ? [...lines, `… and ${more} more values`] : lines;
}

/** Why something is replaced or deleted, a line for each reason. */
export function whyLines({ reasons, cause, action }: ReviewedChange): string[] {
  if (reasons.length > 0) return reasons.map((reason) => `It cannot change in place: ${changeText(reason)}`);
  if (cause !== null) return [`Why: ${cause}.`];
  return action === "replace" ? ["Why it is replaced, the plan does not say."] : [];
}

/** A value inside of a record, blocks with their index: `scaling_config.0.desired_size`. */
export function valueAt(values: Readonly<Record<string, unknown>> | null, path: string): unknown {
  return path.split(".").reduce<unknown>((value, step) => at(value, /^\d+$/.test(step) ? Number(step) : step), values);
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isPlain(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** 1 node, 2 nodes */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/** a, b and c */
export function andList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

/** A difference with its sign: `+4 nodes`, `−$220.16`. */
export const signed = (difference: number, text: (amount: number) => string): string =>
  `${difference < 0 ? "−" : "+"}${text(Math.abs(difference))}`;
