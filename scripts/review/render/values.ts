import type { AttributeChange, Shown } from "../model";

/** Control, format and half characters, and separators of lines: they hide, turn around or break what is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes characters visible that nobody could see; lines and tabs stay. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === "\n" || character === "\t" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The same on one line. */
export const oneLine = (text: string): string => visible(text.replace(/\r?\n/g, " ↵ "));

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
