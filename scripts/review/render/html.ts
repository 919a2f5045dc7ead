import { visible } from "../../lib/terminal/visible";

/** Text that is HTML (or SVG) already. */
export class Html {
  /** @param text written by hand, or escaped */
  constructor(readonly text: string) {}
}

/** What may stand in {@link markup}: everything but `Html` is escaped; null, undefined and false are nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The one way of a text into the page: right between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** HTML with everything that is put in escaped. */
export function markup(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  let text = strings[0] ?? "";
  children.forEach((child, index) => (text += textOf(child) + (strings[index + 1] ?? "")));
  return new Html(text);
}

export function textOf(child: Child): string {
  if (child instanceof Html) return child.text;
  if (Array.isArray(child)) return child.map((inner: Child) => textOf(inner)).join("");
  return child === null || child === undefined || child === false ? "" : escapeHtml(String(child));
}

/** JSON for a `<script type="application/json">`: without `<`, nothing in it can end the element. */
export const jsonData = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll("<", "\\u003c"));
