import { markup, type Child, type Html } from "./html";
import type { Part } from "./picture";
import type { Mark } from "./picture-marks";
import { oneLine } from "../../lib/terminal/visible";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** A drawn part whose height follows from its width. */
export interface Card {
  readonly height: number;
  draw(at: Point): Html;
}

export const SIGNS: Readonly<Record<Mark, string>> = { added: "+", changed: "~", replaced: "±", removed: "−" };

/** Widest letters that a system may have, in parts of the font's size: nothing may run out of its card. */
const LETTER = 0.6;
const SIZES = { title: 14, text: 12, small: 10.5 } as const;
export type TextSize = keyof typeof SIZES;

/** The text as far as there is room for it. */
export function fitted(text: string, width: number, size: TextSize): string {
  const letters = Math.max(1, Math.floor(width / (SIZES[size] * LETTER)));
  const whole = [...oneLine(text)];
  return whole.length <= letters ? whole.join("") : `${whole.slice(0, letters - 1).join("")}…`;
}

export const widthOf = (text: string, size: TextSize): number => Math.ceil([...text].length * SIZES[size] * LETTER);

/** A text made of words of which some may differ; null: the part is not there. */
export interface Line {
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** What a line of a part says of it before and after. */
export const lineOf = <T>({ before, after }: Part<T>, say: (value: T) => readonly string[]): Line => ({
  before: before === null ? null : say(before),
  after: after === null ? null : say(after),
});

/** `4 → 6 × p5.48xlarge`: the words that stay, and both of those that differ. */
export function mergedText({ before, after }: Line): string {
  if (!before || !after) return (after ?? before ?? []).join("");
  if (before.length !== after.length)
    return before.join("") === after.join("") ? after.join("") : `${before.join("")} → ${after.join("")}`;
  return after.map((word, index) => (word === before[index] ? word : `${before[index] ?? ""} → ${word}`)).join("");
}

/** A text that each view shows as it is there: before, after, or both at once. */
export function textLine(line: Line, { x, y }: Point, width: number, size: TextSize, kind = ""): Html {
  const [before, after] = [line.before?.join("") ?? null, line.after?.join("") ?? null];
  const write = (text: string, view: string) =>
    markup`<text class="${[size, kind, view].filter(Boolean).join(" ")}" x="${x}" y="${y}">${fitted(text, width, size)}</text>`;
  if (before === null || after === null || before === after) return write(after ?? before ?? "", "");
  return markup`${write(before, "vb")}${write(after, "va")}${write(mergedText(line), "vc differs")}`;
}

export const plainText = (text: string, at: Point, width: number, size: TextSize, kind = ""): Html =>
  textLine({ before: null, after: [text] }, at, width, size, kind);

/** Classes by which a view hides what it does not have, and shows what happens. */
export function partClasses({ before, after, mark }: Part<unknown>): string {
  return [before === null ? "nb" : "", after === null ? "na" : "", mark ?? ""].filter(Boolean).join(" ");
}

/** Word for what happens; something that moves goes at one place and comes at another. */
export function markWord({ before, after, mark }: Part<unknown>): string {
  if (mark !== "replaced") return mark ?? "";
  return before === null ? "replaced: the new one" : after === null ? "replaced: the old one" : "replaced";
}

const BADGE_HEIGHT = 18;

/** What happens, as a sign and a word, with its right end at a point. */
export function badge(part: Part<unknown>, { x, y }: Point): Html | null {
  if (!part.mark) return null;
  const text = `${SIGNS[part.mark]} ${markWord(part)}`;
  const width = widthOf(text, "small") + 12;
  return markup`<g class="badge vc"><rect x="${x - width}" y="${y}" width="${width}" height="${BADGE_HEIGHT}" rx="3"/><text class="small" x="${x - width / 2}" y="${y + 12.5}" text-anchor="middle">${text}</text></g>`;
}

/** Room that a badge takes from the title beside it. */
export const badgeWidth = (part: Part<unknown>): number =>
  part.mark ? widthOf(`± ${markWord(part)}`, "small") + 22 : 0;

/** A part that can be pointed at and reached by keyboard; what happens to it leads to its findings. */
export function focusable(part: Part<unknown>, about: string, search: string, kind: string, content: Child): Html {
  const label = part.mark ? `${markWord(part)}. ${about}` : about;
  const classes = `part ${kind} ${partClasses(part)}`;
  if (!part.mark)
    return markup`<g class="${classes}" tabindex="0" role="img" aria-label="${label}"><title>${label}</title>${content}</g>`;
  return markup`<a class="${classes}" href="#findings" data-search="${search}" aria-label="${label}"><title>${label}</title>${content}</a>`;
}

export const rect = ({ x, y, width, height }: Box, kind: string, radius = 4): Html =>
  markup`<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;
