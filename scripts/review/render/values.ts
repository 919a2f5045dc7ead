import { visible } from "../../lib/terminal/visible";
import type { AttributeChange, Shown } from "../model";

/** The beginning of a text that is too long, and how much is missing. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const kept = text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, "");
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** What stands before the place where two texts begin to differ. */
const LEAD = 12;

/** Two texts, cut so that it is seen in what they differ: what both begin with is left out where it would take all the room. */
export function cutBoth(before: string, after: string, characters: number): readonly [string, string] {
  if (Math.max(before.length, after.length) <= characters || before === after)
    return [cut(before, characters), cut(after, characters)];
  let alike = 0;
  while (alike < before.length && before[alike] === after[alike]) alike++;
  if (alike <= characters - LEAD) return [cut(before, characters), cut(after, characters)];
  const lead = Math.max(0, alike - LEAD);
  // half of a character is none
  const from = /^[\uDC00-\uDFFF]/.test(before.slice(lead)) ? lead - 1 : lead;
  const shown = (text: string): string => `(${from} characters alike) …${cut(text.slice(from), characters)}`;
  return [shown(before), shown(after)];
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
