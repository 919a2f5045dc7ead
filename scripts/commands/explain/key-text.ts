import { table } from "../../lib/terminal/table";
import { entryLines, type Entry } from "./lines";
import type { ChildKey, KeyExplanation, Update } from "./key";
import type { Origin } from "./origin";

/** Values of children are cut at so many characters. */
const SHOWN = 60;

/** An explanation of a key for people. */
export function keyText(explanation: KeyExplanation): string {
  const { environment, key, description, findings, children } = explanation;
  const title = [key, environment].filter(Boolean).join("  ·  ");
  const blocks = [
    [title, ...(description === null ? [] : [`  ${description}`])],
    entryLines(entries(explanation)),
    findings.length
      ? ["Findings", ...findings.map((f) => `  ${f.rule}${f.ignored ? ", ignored" : ""}: ${f.message}`)]
      : [],
    children.length ? childLines(children, environment !== null) : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

function entries({
  environment,
  value,
  origin,
  unit,
  allowed,
  example,
  source,
  ...explanation
}: KeyExplanation): Entry[] {
  const list: (Entry | null)[] = [
    environment !== null && origin
      ? ["value", explanation.children.length > 0 ? "below, key by key" : valueText(value, unit)]
      : null,
    origin && ["from", ...originText(origin)],
    unit === null ? null : ["unit", unit],
    allowed === null ? null : ["allowed", allowed],
    explanation.default && ["default", defaultText(explanation.default, unit)],
    explanation.updates.length > 0
      ? ["changing it", ...explanation.updates.flatMap((update) => updateText(update, explanation.key))]
      : null,
    example === null ? null : ["example", JSON.stringify(example)],
    source === null ? null : ["source", source],
  ];
  return list.filter((entry) => entry !== null);
}

function updateText({ policy, meaning, note, key, when }: Update, of: string): string[] {
  const whole = key === of ? "" : ` (said of ${key})`;
  return [`${when === null ? "" : `${when}, `}${policy}: ${meaning}${whole}`, ...(note === null ? [] : [note])];
}

/** Of a script or a certificate the first line: the rest is where it was written. */
function oneLine(text: string): string {
  const [first = "", ...more] = text.trimEnd().split("\n");
  return more.length === 0 ? first : `${first} … (${more.length + 1} lines)`;
}

function valueText(value: unknown, unit: string | null): string {
  if (value === null) return "none";
  const text = typeof value === "string" ? oneLine(value) : JSON.stringify(value);
  return unit === null || typeof value === "object" ? text : `${text} ${unit}`;
}

function defaultText({ value, note }: NonNullable<KeyExplanation["default"]>, unit: string | null): string {
  return value === null ? String(note) : `${valueText(value, unit)}${note === null ? "" : `: ${note}`}`;
}

/** Where a value comes from, in words. */
export function originText(origin: Origin): string[] {
  switch (origin.kind) {
    case "written":
      return [`written in ${placeText(origin)}`];
    case "inherited":
      return [`inherited from ${origin.environment}: ${placeText(origin)}`];
    case "several":
      return [`written in parts by ${origin.environments.join(", ")}; ask for the keys in it`];
    case "default":
      return [`default of ${origin.key}: nobody wrote it`];
    case "derived":
      return ["nobody wrote it; computed:", origin.why];
    case "none":
      return [origin.why === null ? "nobody wrote it, and it has no default" : `nobody wrote it: ${origin.why}`];
  }
}

function placeText({ file, line, exact }: Extract<Origin, { file: unknown }>): string {
  if (file === null) return "a file that is not in config/environments";
  if (line === null) return file;
  return `${file}:${line}${exact ? "" : " (the nearest key that the file writes itself)"}`;
}

function childLines(children: readonly ChildKey[], values: boolean): string[] {
  const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text);
  const first = (text: string | null) => text?.split(/(?<=\.)\s/)[0] ?? "";
  const rows = children.map(({ key, value, description }) => [
    `  ${key}`,
    ...(values ? [cut(valueText(value, null))] : []),
    first(description ?? (key === "kind" ? "Which of its kinds it is." : null)),
  ]);
  return ["Keys in it", ...table(["  key", ...(values ? ["value"] : []), "what it is"], rows)];
}
