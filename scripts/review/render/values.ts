import { visible } from "../../lib/terminal/visible";
import type { AttributeChange, Shown } from "../model";

/** The beginning of a text that is too long, and how much is missing. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const kept = text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** A value on one line; texts in quotes, so that `"1"` and `1` differ. */
export function shownText(shown: Shown): string {
  switch (shown.kind) {
    case "value":
      return visible(JSON.stringify(shown.value) ?? "null");
    case "unknown":
      return "known after apply";
    case "secret":
      return "secret, not shown";
    case "absent":
      return "not set";
  }
}

/** Lines of a text that differ, each on one line. */
export function changedLines({ lines }: AttributeChange): string[] {
  return (lines ?? []).flatMap((line) => {
    const [first = "", ...more] = line.split(/\r?\n/);
    return [first, ...more.map((next) => `${first.charAt(0)}${next}`)].map(visible);
  });
}
