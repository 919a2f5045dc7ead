import { visible } from "../../lib/terminal/visible";

/** Text that is HTML (or SVG) already. */
export class Html {
  /** @param text written by hand, or escaped */
  constructor(readonly text: string) {}
}

/** What may stand in {@link markup}: everything but `Html` is escaped; null, undefined and false are nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** The sign of entities goes first: it is in all of them. */
const ENTITIES = [
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
] as const;

/** The one way of a text into the page: right between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  let escaped = visible(text);
  if (!/[&<>"']/.test(escaped)) return escaped;
  for (const [character, entity] of ENTITIES) escaped = escaped.replaceAll(character, entity);
  return escaped;
}

/** HTML with everything that is put in escaped. */
export function markup(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  let text = strings[0] ?? "";
  for (let index = 0; index < children.length; index += 1) text += textOf(children[index]) + (strings[index + 1] ?? "");
  return new Html(text);
}

/** The text of a part of a page, escaped already. */
export function textOf(child: Child): string {
  if (child instanceof Html) return child.text;
  if (Array.isArray(child)) {
    let text = "";
    for (const inner of child as readonly Child[]) text += textOf(inner);
    return text;
  }
  return child === null || child === undefined || child === false ? "" : escapeHtml(String(child));
}

/** JSON for a `<script type="application/json">`: without `<`, nothing in it can end the element. */
export const jsonData = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll("<", "\\u003c"));
